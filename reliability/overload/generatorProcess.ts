import type { Account } from '../support/accounts.ts';
import { startChild } from '../support/childProgram.ts';
import type { Booked } from './callers.ts';
import type { GeneratorProgram } from './generator.ts';
import type { LoadResult } from './load.ts';

export interface Generator {
  open(connections: number): Promise<void>;
  closedLoop(callers: number, seconds: number): Promise<LoadResult>;
  offer(perSecond: number, seconds: number): Promise<LoadResult>;
  booked(): Promise<Booked[]>;
  close(): Promise<void>;
}

/** Load comes from a process of its own: what it costs must not slow the measuring down, nor the other way round. */
export async function startGenerator(port: number, accounts: Account[], scheduledAt: string): Promise<Generator> {
  const { ask, stop } = startChild<GeneratorProgram>(new URL('./generator.js', import.meta.url));
  await ask('start', port, accounts, scheduledAt);
  return {
    open: (connections) => ask('open', connections),
    closedLoop: (callers, seconds) => ask('closedLoop', callers, seconds),
    offer: (perSecond, seconds) => ask('offer', perSecond, seconds),
    booked: () => ask('booked'),
    close: stop,
  };
}
