import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Queryable } from '../database/connection.ts';
import { type IsStopped, sweepEvery } from '../sweeping.ts';
import { deleteExpiredKeys } from './store/expiredKeys.ts';

// A thousand short rows take a few milliseconds; the pause leaves the database to the callers.
const STEP = 1_000;
const PAUSE_MS = 50;

/** Deletes all expired keys, a bounded step at a time; answers how many. */
export async function sweepExpiredKeys(
  database: Queryable,
  isStopped: IsStopped = () => false,
  step = STEP,
): Promise<number> {
  let swept = 0;
  while (!isStopped()) {
    const deleted = await deleteExpiredKeys(database, step);
    swept += deleted;
    if (deleted < step) break;
    await sleep(PAUSE_MS);
  }
  return swept;
}

/** Sweeps every minute. Nothing depends on it but disk space: an expired key is new whether or not it is still there. */
export function startSweeping(
  database: Queryable,
  log: Pick<Logger, 'warn' | 'debug'>,
  everyMs = 60_000,
): { stop(): Promise<void> } {
  return sweepEvery(
    everyMs,
    async (isStopped) =>
      log.debug({ swept: await sweepExpiredKeys(database, isStopped) }, 'expired idempotency keys deleted'),
    (error) => log.warn({ err: error }, 'expired idempotency keys not deleted; trying again'),
  );
}
