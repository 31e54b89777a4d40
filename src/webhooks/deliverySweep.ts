import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { deleteInSteps, type IsStopped, sweepEvery } from '../sweeping.ts';
import { KEPT_MS } from './deliverer.ts';
import { deleteOldDeliveries, listEndpointsWithLongLogs, trimAttempts } from './deliveryStore.ts';

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

/** Sweeps every ten minutes. Only disk space depends on it. */
export function startDeliverySweep(
  database: Queryable,
  clock: Clock,
  log: Pick<Logger, 'warn'>,
  everyMs = 600_000,
): { stop(): Promise<void> } {
  return sweepEvery(
    everyMs,
    (isStopped) => sweepDeliveries(database, clock(), isStopped),
    (error) => log.warn({ err: error }, 'could not delete old webhook deliveries; trying again'),
  );
}
