import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { Random } from '../support/random.ts';

/** How bytes travel at present. */
export type Weather =
  | { kind: 'clear' }
  /** Connections are closed as soon as they are made. */
  | { kind: 'closed' }
  /** Nothing travels, nobody is told; what was sent arrives when the weather clears. */
  | { kind: 'held' }
  | { kind: 'slow'; delayMs: number }
  /** Answers end after some of their bytes; a reset could take even those back. */
  | { kind: 'truncated' };

export interface TcpProxy {
  port: number;
  setWeather(weather: Weather): void;
  /** Resets every connection there is. */
  cut(): void;
  /** Forgets every connection there is, on the far side only: the near side waits for answers that never come. */
  forget(): void;
  close(): Promise<void>;
}

interface Pair {
  near: Socket;
  far: Socket;
}

/** A small TCP proxy that can treat connections as badly as a network does. */
export async function startProxy(target: NetConnectOpts, random: Random): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const forgotten = new Set<Socket>();
  let weather: Weather = { kind: 'clear' };
  const server = createServer((near) => {
    if (weather.kind === 'closed') return void near.resetAndDestroy();
    const pair = { near, far: connect(target) };
    pairs.add(pair);
    connectPair(pair, () => weather, random);
    for (const socket of [near, pair.far])
      socket.on('close', () => {
        pairs.delete(pair);
        if (!forgotten.has(near)) near.destroy();
        pair.far.destroy();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setWeather(next) {
      weather = next;
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

/** Bytes travel both ways from now on, as the weather lets them. */
function connectPair(pair: Pair, weather: () => Weather, random: Random): void {
  const { near, far } = pair;
  for (const socket of [near, far]) {
    socket.setNoDelay(true);
    socket.on('error', () => {}); // the close that follows is what counts
  }
  pass(near, far, weather);
  pass(far, near, weather, (bytes) => {
    near.end(bytes.subarray(0, random.between(0, bytes.length - 1)));
    drop(far);
  });
  hold(pair, weather().kind === 'held');
}

/** Moves bytes one way, in order, at the pace of the weather; or cuts them off, where it can, when that is the weather. */
function pass(from: Socket, to: Socket, weather: () => Weather, cutOff?: (bytes: Buffer) => void): void {
  let queue = Promise.resolve();
  from.on('data', (bytes: Buffer) => {
    const now = weather();
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

/** Without a word of goodbye, where the kind of socket allows it. */
function drop(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
