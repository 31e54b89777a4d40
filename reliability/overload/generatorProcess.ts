import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Booked } from './callers.ts';
import type { Order, Start } from './generator.ts';
import type { LoadResult } from './load.ts';

export interface Generator {
  open(connections: number): Promise<void>;
  closedLoop(callers: number, seconds: number): Promise<LoadResult>;
  offer(perSecond: number, seconds: number): Promise<LoadResult>;
  booked(): Promise<Booked[]>;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./generator.js', import.meta.url));

/** Load comes from a process of its own: what it costs must not slow the measuring down, nor the other way round. */
export async function startGenerator(start: Start): Promise<Generator> {
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const tell = async <Result>(order: Order): Promise<Result> => {
    child.send(order);
    const [answer] = (await once(child, 'message')) as [{ result: Result; error?: string }];
    if (answer.error !== undefined) throw new Error(`the load generator failed: ${answer.error}`);
    return answer.result;
  };
  await tell({ what: 'start', start });
  return {
    open: (connections) => tell({ what: 'open', connections }),
    closedLoop: (callers, seconds) => tell({ what: 'closedLoop', callers, seconds }),
    offer: (perSecond, seconds) => tell({ what: 'offer', perSecond, seconds }),
    booked: () => tell({ what: 'booked' }),
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
