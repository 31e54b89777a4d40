import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { deleteInSteps, type IsStopped, sweepEvery } from '../sweeping.ts';
import { deleteOldUsage, KEPT_MS, listAccountsWithRequests, trimRequests } from './usageStore.ts';

/** About two megabytes per account. */
export const MAX_ENTRIES_PER_ACCOUNT = 10_000;

/** Deletes what is older than a week, and the oldest entries of accounts that have more than their share. */
export async function sweepUsage(database: Queryable, now: Date, isStopped: IsStopped = () => false): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await deleteInSteps((limit) => deleteOldUsage(database, before, limit), isStopped);
  for (const accountId of await listAccountsWithRequests(database, MAX_ENTRIES_PER_ACCOUNT))
    await deleteInSteps((limit) => trimRequests(database, accountId, MAX_ENTRIES_PER_ACCOUNT, limit), isStopped);
}

/** Sweeps every ten minutes. Only disk space depends on it. */
export function startUsageSweep(
  database: Queryable,
  clock: Clock,
  log: Pick<Logger, 'warn'>,
  everyMs = 600_000,
): { stop(): Promise<void> } {
  return sweepEvery(
    everyMs,
    (isStopped) => sweepUsage(database, clock(), isStopped),
    (error) => log.warn({ err: error }, 'could not delete old requests; trying again'),
  );
}
