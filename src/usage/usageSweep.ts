import type { Queryable } from '../database/connection.ts';
import { deleteInSteps, type IsStopped } from '../sweeping.ts';
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
