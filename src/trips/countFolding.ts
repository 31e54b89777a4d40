import type { Queryable } from '../database/connection.ts';
import { type SweepLog, sweepEvery } from '../sweeping.ts';
import { foldCountChanges } from './store/tripCounts.ts';

// A thousand lines take about ten milliseconds.
const LINES = 1_000;

/**
 * Until `trips migrate --contract`, triggers count trips as release 1.0 wants it, in lines that somebody has to add up, or lists
 * get slower. Release 1.2 drops this job.
 */
export function startCountFolding(database: Queryable, log: SweepLog, everyMs = 1_000): { stop(): Promise<void> } {
  let isDone = false;
  return sweepEvery(
    everyMs,
    'add up trip counts',
    async (isStopped) => {
      while (!isDone && !isStopped()) {
        const folded = await foldCountChanges(database, LINES);
        if (folded === undefined) isDone = true;
        else if (folded < LINES) return;
      }
    },
    log,
  );
}
