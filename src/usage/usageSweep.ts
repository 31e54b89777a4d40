import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { deleteInSteps, type IsStopped, sweepEvery } from '../sweeping.ts';
import type { UsageRecorder } from './recorder.ts';
import { deleteOldUsage, KEPT_MS, trimRequests } from './usageStore.ts';

/** About two megabytes per account. */
export const MAX_ENTRIES_OF_ACCOUNT = 10_000;

/** Deletes everything older than a week, and the excess entries of the given accounts. */
export async function sweepUsage(
  database: Queryable,
  now: Date,
  accountIds: readonly string[],
  isStopped: IsStopped = () => false,
): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await deleteInSteps((limit) => deleteOldUsage(database, before, limit), isStopped);
  for (const accountId of accountIds)
    await deleteInSteps((limit) => trimRequests(database, accountId, MAX_ENTRIES_OF_ACCOUNT, limit), isStopped);
}

/** Sweeps every ten minutes; only disk space depends on it. */
export function startSweepingUsage(
  database: Queryable,
  clock: Clock,
  recorder: Pick<UsageRecorder, 'takeActive'>,
  log: Pick<Logger, 'warn'>,
  everyMs = 600_000,
): { stop(): Promise<void> } {
  return sweepEvery(
    everyMs,
    (isStopped) => sweepUsage(database, clock(), recorder.takeActive(), isStopped),
    (error) => log.warn({ err: error }, 'could not delete old requests; trying again'),
  );
}
