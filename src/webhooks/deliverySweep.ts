import type { Queryable } from '../database/connection.ts';
import { deleteInSteps, type IsStopped } from '../sweeping.ts';
import { KEPT_MS } from './deliverer.ts';
import { deleteOldDeliveries, listEndpointsWithLongLogs, trimAttempts } from './deliverySweepStore.ts';

/** About two megabytes per endpoint. */
export const MAX_ATTEMPTS_PER_ENDPOINT = 10_000;

/** Deletes what is older than 30 days, and the oldest attempts of endpoints that have more than their share. */
export async function sweepDeliveries(
  database: Queryable,
  now: Date,
  isStopped: IsStopped = () => false,
): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await deleteInSteps((limit) => deleteOldDeliveries(database, before, limit), isStopped);
  for (const endpoint of await listEndpointsWithLongLogs(database, MAX_ATTEMPTS_PER_ENDPOINT))
    await deleteInSteps((limit) => trimAttempts(database, endpoint, MAX_ATTEMPTS_PER_ENDPOINT, limit), isStopped);
}
