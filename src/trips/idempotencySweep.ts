import type { Logger } from 'pino';
import type { Queryable } from '../database/connection.ts';
import { deleteInSteps, type IsStopped, type SweepLog, sweepEvery } from '../sweeping.ts';
import { deleteExpiredKeys } from './store/idempotencyKeys.ts';

/** Deletes all expired keys; returns how many. */
export const sweepExpiredKeys = (
  database: Queryable,
  isStopped: IsStopped = () => false,
  step?: number,
): Promise<number> => deleteInSteps((limit) => deleteExpiredKeys(database, limit), isStopped, step);

/** Sweeps every minute. Only disk space depends on it: an expired key can be used again whether or not it was deleted. */
export function startIdempotencySweep(
  database: Queryable,
  log: SweepLog & Pick<Logger, 'debug'>,
  everyMs = 60_000,
): { stop(): Promise<void> } {
  return sweepEvery(
    everyMs,
    'delete expired idempotency keys',
    async (isStopped) =>
      log.debug({ swept: await sweepExpiredKeys(database, isStopped) }, 'expired idempotency keys deleted'),
    log,
  );
}
