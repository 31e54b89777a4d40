import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../src/contract/values.ts';
import { continueGate } from '../../src/gates/continue.ts';

const app = fastify({ bodyLimit: MAX_BODY_BYTES });
continueGate(app);
app.addHook('onRequest', async (request, reply) => {
  if (request.url === '/closed') return reply.code(401).send('no');
});
app.post('/*', async () => 'taken');
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

/** Sends the head of a request, its body when asked for it, and the rest; gives what came back until the end. */
async function converse(path: string, length: number, ...more: string[]): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (chunk: string) => {
    if (received === '' && chunk.startsWith('HTTP/1.1 100')) socket.write(`"${'x'.repeat(length - 2)}"`);
    received += chunk;
    if (received.includes('taken')) socket.end();
  });
  const head = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${length}`, ...more];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return received;
}
const EXPECT = 'Expect: 100-continue';
const statuses = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const connection = (received: string) => /\r\nConnection: (\S+)/i.exec(received)?.[1];

it('asks a client that waits for its body, and keeps the connection that it keeps', async () => {
  const received = await converse('/', 10, EXPECT);
  expect([statuses(received), connection(received)]).toEqual([[100, 200], 'keep-alive']);
  const last = await converse('/', 10, EXPECT, 'Connection: close');
  expect([statuses(last), connection(last)]).toEqual([[100, 200], 'close']);
});

it('asks for the largest body that is allowed, and for none that is larger', async () => {
  expect(statuses(await converse('/', MAX_BODY_BYTES, EXPECT))).toEqual([100, 200]);
  const received = await converse('/', MAX_BODY_BYTES + 1, EXPECT);
  expect([statuses(received), connection(received)]).toEqual([[413], 'close']);
});

it('asks for nothing when the request is refused, and closes: the body may follow or not', async () => {
  const received = await converse('/closed', 10, EXPECT);
  expect([statuses(received), connection(received)]).toEqual([[401], 'close']);
});

it('leaves a client alone that sends its body at once', async () => {
  expect((await app.inject({ method: 'POST', url: '/', payload: {} })).body).toBe('taken');
});
