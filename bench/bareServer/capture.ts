import { request } from 'node:http';
import type { RequestShape } from '../load/requests.ts';

/** A response of the service, in a form that another server can send. */
export interface CapturedAnswer {
  status: number;
  /** Names and values, alternating. */
  headers: string[];
  bodyBase64: string;
}

/** node:http adds these to every response. */
const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive']);

/** Sends one request, with the first value of every slot, and returns the response. */
export function capture(port: number, shape: RequestShape): Promise<CapturedAnswer> {
  const fill = (text: string) =>
    text.replace(/@(\w+)@/g, (_, name: string) => shape.slots?.[name]?.values[0] ?? crypto.randomUUID());
  const headers = Object.fromEntries(Object.entries(shape.headers ?? {}).map(([name, value]) => [name, fill(value)]));
  const body = shape.body === undefined ? undefined : Buffer.from(fill(shape.body));
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method: shape.method,
        path: fill(shape.path),
        headers: { ...headers, ...(body && { 'content-type': 'application/json', 'content-length': body.length }) },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const raw = response.rawHeaders;
        resolve({
          status: response.statusCode ?? 0,
          headers: raw.filter((_, index) => !ADDED_BY_NODE.has((raw[index - (index % 2)] ?? '').toLowerCase())),
          bodyBase64: Buffer.concat(chunks).toString('base64'),
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export const bodyOf = (answer: CapturedAnswer): string => Buffer.from(answer.bodyBase64, 'base64').toString();
