import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { listenAnywhere } from '../support/process.ts';
import type { Random } from '../support/random.ts';

export type NetworkCondition =
  | { kind: 'normal' }
  /** New connections are reset. */
  | { kind: 'closed' }
  /** Nothing is delivered until the condition changes. */
  | { kind: 'held' }
  | { kind: 'slow'; delayMs: number }
  /** Answers end after some of their bytes. A reset could drop even those. */
  | { kind: 'truncated' };

export interface TcpProxy {
  port: number;
  setCondition(condition: NetworkCondition): void;
  /** Resets every connection. */
  cut(): void;
  /** Drops the far side of every connection: the near side waits for answers that never come. */
  forget(): void;
  close(): Promise<void>;
}

interface Pair {
  near: Socket;
  far: Socket;
}

/** A TCP proxy that simulates network faults. */
export async function startProxy(target: NetConnectOpts, random: Random): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const forgotten = new Set<Socket>();
  let condition: NetworkCondition = { kind: 'normal' };
  const server = createServer((near) => {
    if (condition.kind === 'closed') return void near.resetAndDestroy();
    const pair = { near, far: connect(target) };
    pairs.add(pair);
    connectPair(pair, () => condition, random);
    for (const socket of [near, pair.far])
      socket.on('close', () => {
        pairs.delete(pair);
        if (!forgotten.has(near)) near.destroy();
        pair.far.destroy();
      });
  });
  const port = await listenAnywhere(server);
  return {
    port,
    setCondition(next) {
      condition = next;
      for (const pair of pairs) hold(pair, next.kind === 'held');
    },
    cut() {
      for (const { near, far } of pairs) {
        near.resetAndDestroy();
        drop(far);
      }
    },
    forget() {
      for (const { near, far } of pairs) {
        forgotten.add(near);
        near.removeAllListeners('end');
        near.once('close', () => forgotten.delete(near));
        drop(far);
      }
    },
    async close() {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
      for (const socket of forgotten) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function connectPair(pair: Pair, condition: () => NetworkCondition, random: Random): void {
  const { near, far } = pair;
  for (const socket of [near, far]) {
    socket.setNoDelay(true);
    socket.on('error', () => {}); // the close that follows is what counts
  }
  pass(near, far, condition);
  pass(far, near, condition, (bytes) => {
    near.end(bytes.subarray(0, random.between(0, bytes.length - 1)));
    drop(far);
  });
  hold(pair, condition().kind === 'held');
}

/** Moves bytes one way, in order, under the present condition. */
function pass(from: Socket, to: Socket, condition: () => NetworkCondition, cutOff?: (bytes: Buffer) => void): void {
  let queue = Promise.resolve();
  from.on('data', (bytes: Buffer) => {
    const now = condition();
    if (now.kind === 'truncated' && cutOff) return cutOff(bytes);
    const delayMs = now.kind === 'slow' ? now.delayMs : 0;
    queue = queue.then(async () => {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (!to.destroyed) to.write(bytes);
    });
  });
  from.on('end', () => void queue.then(() => to.end()));
}

function hold({ near, far }: Pair, isHeld: boolean): void {
  for (const socket of [near, far])
    if (isHeld) socket.pause();
    else socket.resume();
}

/** Resets a TCP socket; a Unix socket can only be closed. */
function drop(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
