import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drainGate } from '../../src/gates/drain.ts';

let app: FastifyInstance;
let answerSlowOnes: () => void;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  app = fastify({ return503OnClosing: false });
  drainGate(app);
  const slow = new Promise<void>((resolve) => {
    answerSlowOnes = resolve;
  });
  app.get('/fast', async () => 'fast');
  app.get('/slow', () => slow.then(() => 'slow'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  answerSlowOnes();
  for (const socket of sockets) socket.destroy();
  vi.useRealTimers();
  await app.close();
});

/** A connection, what came on it, and whether it has ended. */
async function open() {
  const address = app.server.address() as { port: number };
  const socket = connect(address.port, '127.0.0.1');
  sockets.push(socket);
  const connection = { received: '', isClosed: false, ask: (path: string) => void socket.write(requestFor(path)) };
  socket.on('data', (bytes) => {
    connection.received += bytes;
  });
  socket.on('close', () => {
    connection.isClosed = true;
  });
  socket.on('error', () => {}); // a connection that is cut may be reset
  await once(app.server, 'connection');
  return connection;
}
const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Waits without moving the clock of the test. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

const isOver = async (drained: Promise<void>) =>
  Promise.race([drained.then(() => true), new Promise((resolve) => setImmediate(() => setImmediate(resolve, false)))]);

/** Begins to drain while a request of the connection is under way. */
async function drainDuringRequest(connection: { ask(path: string): void }) {
  connection.ask('/slow');
  await once(app.server, 'request');
  return { drained: app.drain() };
}

it('a service that drains is not ready, and closes connections with their next response', async () => {
  const connection = await open();
  connection.ask('/fast');
  await until(() => connection.received.includes('fast'));
  expect([app.isReady, connection.received]).toEqual([true, expect.not.stringContaining('connection: close')]);
  const drained = app.drain();
  expect(app.isReady).toBe(false);
  connection.ask('/fast');
  await until(() => connection.isClosed);
  expect(connection.received).toContain('connection: close');
  await drained;
});

it('it leaves idle connections open for half a second, for a request that is on its way', async () => {
  const connection = await open();
  const other = await open();
  const drained = app.drain();
  await vi.advanceTimersByTimeAsync(499);
  connection.ask('/fast');
  await until(() => connection.received.includes('fast'));
  expect([other.isClosed, await isOver(drained)]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(51);
  await until(() => other.isClosed);
  await drained;
});

it('it waits for requests that are under way, and closes their connection once they are answered', async () => {
  const connection = await open();
  const { drained } = await drainDuringRequest(connection);
  await vi.advanceTimersByTimeAsync(14_999);
  expect([connection.isClosed, await isOver(drained)]).toEqual([false, false]);
  answerSlowOnes();
  await drained;
  expect(connection.received).toContain('slow');
});

it('it counts requests by connection: one that is answered leaves the other under way', async () => {
  const connection = await open();
  connection.ask('/fast');
  await until(() => connection.received.includes('fast'));
  const { drained } = await drainDuringRequest(connection);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connection.isClosed).toBe(false);
  answerSlowOnes();
  await drained;
  expect(connection.received).toContain('slow');
});

it('it cuts what is not answered after fifteen seconds', async () => {
  const connection = await open();
  const { drained } = await drainDuringRequest(connection);
  await vi.advanceTimersByTimeAsync(15_000);
  await until(() => connection.isClosed);
  await drained;
  expect(connection.received).toBe('');
  expect(vi.getTimerCount()).toBe(0);
});
