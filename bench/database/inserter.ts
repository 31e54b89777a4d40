import { startChild } from '../../reliability/support/childProgram.ts';
import type { LoadResult } from '../load/protocol.ts';
import type { InserterProgram } from './inserterMain.ts';

export interface InserterOrder {
  sockets: string;
  user: string;
  password: string;
  statement: string;
  clients: number;
  seconds: number;
  run: number;
}

export interface Inserter {
  run(order: InserterOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Runs a prepared statement through the bare driver. */
export function startInserter(): Inserter {
  const { ask, stop } = startChild<InserterProgram>(new URL('./inserterMain.js', import.meta.url));
  return { run: (order) => ask('run', order), stop };
}
