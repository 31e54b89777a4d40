import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type TcpProxy } from '../../reliability/faults/proxy.ts';
import { listenAnywhere } from '../../reliability/support/process.ts';
import { seededRandom } from '../../reliability/support/random.ts';

let echo: Server;
let proxy: TcpProxy;
let opened: Caller[];

beforeEach(async () => {
  opened = [];
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  proxy = await startProxy({ port: await listenAnywhere(echo), host: '127.0.0.1' }, seededRandom(1));
});
afterEach(async () => {
  for (const { socket } of opened) socket.destroy();
  await proxy.close();
  echo.close();
});

interface Caller {
  socket: Socket;
  /** All that came, and how it ended if it did. */
  seen: string[];
}

function call(): Caller {
  const socket = connect(proxy.port, '127.0.0.1');
  const caller: Caller = { socket, seen: [] };
  socket.on('data', (bytes) => caller.seen.push(String(bytes)));
  socket.on('end', () => caller.seen.push('end'));
  socket.on('error', ({ message }) => caller.seen.push(message.replace('read ', '')));
  opened.push(caller);
  return caller;
}

const until = (caller: Caller, last: string) => expect.poll(() => caller.seen.join(' ')).toContain(last);

async function connected(): Promise<Caller> {
  const caller = call();
  caller.socket.write('hello');
  await until(caller, 'hello');
  return caller;
}

describe('the proxy of the faults run', () => {
  it('carries bytes both ways without a fault, and the end of them', async () => {
    const caller = await connected();
    caller.socket.end();
    await until(caller, 'end');
    expect(caller.seen).toEqual(['hello', 'end']);
  });

  it('cuts every connection with a reset', async () => {
    const caller = await connected();
    proxy.cut();
    await until(caller, 'ECONNRESET');
  });

  it('makes connections half-open: what is sent is taken, and neither an answer nor an end ever comes', async () => {
    const caller = await connected();
    proxy.forget();
    await new Promise<void>((taken) => caller.socket.write('lost', () => taken()));
    const other = await connected(); // by then an answer or a reset would have come, too
    other.socket.end();
    await until(other, 'end');
    expect([caller.seen, caller.socket.destroyed, caller.socket.writable]).toEqual([['hello'], false, true]);
    expect(await new Promise((resolve) => echo.getConnections((_, count) => resolve(count)))).toBe(0);
  });

  it('closes new connections at once where it is closed', async () => {
    proxy.setCondition({ kind: 'closed' });
    await until(call(), 'ECONNRESET');
  });

  it('holds bytes of old and new connections back, and delivers them all when the fault ends', async () => {
    const old = await connected();
    proxy.setCondition({ kind: 'held' });
    const late = call();
    await once(late.socket, 'connect');
    await Promise.all(
      [old, late].map(({ socket }) => new Promise<void>((taken) => socket.write('held', () => taken()))),
    );
    expect([old.seen, late.seen]).toEqual([['hello'], []]);
    proxy.setCondition({ kind: 'normal' });
    await Promise.all([until(old, 'held'), until(late, 'held')]);
  });

  it('slows bytes down without losing any or changing their order', async () => {
    const caller = await connected();
    proxy.setCondition({ kind: 'slow', delayMs: 20 });
    const sentAt = performance.now();
    for (const word of ['a', 'b', 'c']) caller.socket.write(word);
    await expect.poll(() => caller.seen.join('')).toBe('helloabc');
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(39); // timers may be a millisecond early
  });

  it('breaks answers off before their end', async () => {
    const caller = await connected();
    proxy.setCondition({ kind: 'truncated' });
    caller.socket.write('an answer of some length');
    await until(caller, 'end');
    expect(caller.seen.slice(1, -1).join('').length).toBeLessThan('an answer of some length'.length);
  });
});
