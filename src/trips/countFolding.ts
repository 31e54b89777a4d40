import type { Logger } from 'pino';
import type { Queryable } from '../database/connection.ts';
import { type IsStopped, sweepEvery } from '../sweeping.ts';
import { foldCountChanges } from './store/tripCounts.ts';

// A thousand take about ten milliseconds.
const STEP = 1_000;
// A list adds up what was not yet folded: at a thousand bookings a second a thousand lines at most, half a millisecond.
const EVERY_MS = 1_000;

/** Folds all changes of counts, a bounded step at a time. */
export async function foldAllCountChanges(
  database: Queryable,
  isStopped: IsStopped = () => false,
  step = STEP,
): Promise<void> {
  while (!isStopped() && (await foldCountChanges(database, step)) === step);
}

/** Folds every second. Nothing depends on it but speed: what is not folded is counted all the same. */
export function startFolding(
  database: Queryable,
  log: Pick<Logger, 'warn'>,
  everyMs = EVERY_MS,
): { stop(): Promise<void> } {
  return sweepEvery(
    everyMs,
    (isStopped) => foldAllCountChanges(database, isStopped),
    (error) => log.warn({ err: error }, 'counts of trips not folded; trying again'),
  );
}
