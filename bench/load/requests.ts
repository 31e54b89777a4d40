import type { RequestTemplate, Slot } from './protocol.ts';

export interface RequestShape {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** What replaces each `@name@` in path, headers and body. */
  slots?: Record<string, Omit<Slot, 'offset'>>;
}

const SLOT = /@(\w+)@/;
const UNIQUE_LENGTH = 32;

/** Makes the bytes of a request once, so that the next request costs only the overwriting of its slots. */
export function requestTemplate({ method, path, headers = {}, body, slots = {} }: RequestShape): RequestTemplate {
  const kinds = new Map(Object.entries(slots));
  const bodyBytes = body === undefined ? 0 : Buffer.byteLength(expand(body, kinds).text);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${bodyBytes}`]),
  ];
  const { text, found } = expand(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`, kinds);
  return { bytesBase64: Buffer.from(text).toString('base64'), slots: found };
}

function expand(template: string, kinds: Map<string, Omit<Slot, 'offset'>>): { text: string; found: Slot[] } {
  const found: Slot[] = [];
  let text = '';
  template.split(SLOT).forEach((part, index) => {
    const slot = index % 2 === 1 ? kinds.get(part) : undefined;
    if (slot === undefined) text += part;
    else {
      found.push({ offset: Buffer.byteLength(text), ...slot });
      text += 'x'.repeat(slot.kind === 'unique' ? UNIQUE_LENGTH : (slot.values[0]?.length ?? 0));
    }
  });
  return { text, found };
}

export interface RequestSource {
  /** A copy of the request for one connection to overwrite. */
  blank(): Buffer;
  /** Overwrites the slots for the next request; false when there are no more. */
  next(bytes: Buffer): boolean;
}

export function openSource({ bytesBase64, slots }: RequestTemplate, random: () => number): RequestSource {
  const original = Buffer.from(bytesBase64, 'base64');
  const choose = slots.map((slot) => ({ offset: slot.offset, value: chooser(slot, random) }));
  return {
    blank: () => Buffer.from(original),
    next(bytes) {
      for (const { offset, value } of choose) {
        const text = value();
        if (text === undefined) return false;
        bytes.write(text, offset, 'latin1');
      }
      return true;
    },
  };
}

function chooser({ kind, values }: Slot, random: () => number): () => string | undefined {
  let turn = 0;
  switch (kind) {
    case 'unique':
      return () => word(random) + word(random) + word(random) + word(random);
    case 'random':
      return () => values[Math.floor(random() * values.length)];
    case 'turns':
      return () => values[turn++ % values.length];
    case 'once':
      return () => values[turn++];
  }
}

const word = (random: () => number) =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
