import type { Random } from '../../support/random.ts';
import type { Draft } from './draft.ts';

/** What stands between the method and the version. */
export const targetOf = ({ path, query }: Pick<Draft, 'path' | 'query'>): string =>
  query.length === 0 ? path : `${path}?${query.join('&')}`;

/** The request's bytes. Header values are written byte by byte, so that they may hold what no client would send. */
export function bytesOf(draft: Draft, chance: Random): Buffer {
  const { body } = draft;
  if (body === undefined) return headOf(draft);
  if (draft.isChunked) return Buffer.concat([headOf(draft, ['Transfer-Encoding', 'chunked']), chunksOf(body, chance)]);
  return Buffer.concat([headOf(draft, ['Content-Length', String(body.length)]), body]);
}

/** The head alone, with the header that tells where the body ends. */
export function headOf(draft: Draft, ...framing: [name: string, value: string][]): Buffer {
  const lines = [...draft.headers, ...framing].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${draft.method} ${targetOf(draft)} ${draft.version}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** A body in chunks of any size, well formed: extensions and leading zeros are. */
export function chunksOf(body: Buffer, chance: Random): Buffer {
  const chunks: Buffer[] = [];
  const most = chance.pick([7, 100, 5_000, 100_000]);
  const least = Math.max(1, Math.floor(body.length / 200));
  for (let start = 0; start < body.length; ) {
    const data = body.subarray(start, start + chance.between(least, Math.max(least, most)));
    const size = data.length.toString(16);
    const line = chance.pick([size, size, size, size.toUpperCase(), `000${size}`, `${size};name=value`]);
    chunks.push(Buffer.from(`${line}\r\n`), data, Buffer.from('\r\n'));
    start += data.length;
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
