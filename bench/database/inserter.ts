import type { LoadResult } from '../load/protocol.ts';
import { startChild } from '../service/child.ts';

export interface InserterOrder {
  sockets: string;
  user: string;
  statement: string;
  clients: number;
  seconds: number;
  run: number;
}

export interface Inserter {
  run(order: InserterOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** The bare driver with a prepared statement and nothing around it. */
export function startInserter(): Inserter {
  const child = startChild<InserterOrder, LoadResult>(new URL('./inserterMain.js', import.meta.url), []);
  return { run: child.ask, stop: child.stop };
}
