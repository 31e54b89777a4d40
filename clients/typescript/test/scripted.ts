import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export type Scripted = [status: number, headers: Record<string, string>, body?: string];

/** A server that sends these answers, one per request, and then the last one again. Without any, it never answers. */
export async function scripted(...answers: Scripted[]) {
  const requests: { line: string; authorization: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url, headers } = request;
    requests.push({
      line: `${method} ${url}`,
      authorization: headers.authorization,
      body: body === '' ? undefined : JSON.parse(body),
    });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (!next) return;
    const [status, answerHeaders, answer = ''] = next;
    response.writeHead(status, answerHeaders).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** A success with these members beside `success`. */
export const success = (members: object, status = 200): Scripted => [
  status,
  {},
  JSON.stringify({ success: true, ...members }),
];

/** Everything an iteration gives. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
