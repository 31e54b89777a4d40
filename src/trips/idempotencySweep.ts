import type { Logger } from 'pino';
import type { Queryable } from '../database/connection.ts';
import { deleteInSteps, type IsStopped, sweepEvery } from '../sweeping.ts';
import { deleteExpiredKeys } from './store/idempotencyKeys.ts';

/** Deletes all expired keys; answers how many. */
export const sweepExpiredKeys = (
  database: Queryable,
  isStopped: IsStopped = () => false,
  step?: number,
): Promise<number> => deleteInSteps((limit) => deleteExpiredKeys(database, limit), isStopped, step);

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
