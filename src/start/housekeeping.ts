import type { Queryable } from '../database/connection.ts';
import { startCountFolding } from '../trips/countFolding.ts';
import { startIdempotencySweep } from '../trips/idempotencySweep.ts';
import { startUsageSweep } from '../usage/usageSweep.ts';
import type { StartContext } from './service.ts';

/** Starts every periodic job. With several processes, only the primary runs them. */
export function startHousekeeping(
  database: Queryable,
  { clock, log, onOpened }: Pick<StartContext, 'clock' | 'log' | 'onOpened'>,
): void {
  const jobs = [
    startIdempotencySweep(database, log),
    startUsageSweep(database, clock, log),
    startCountFolding(database, log),
  ];
  onOpened(() => Promise.all(jobs.map((job) => job.stop())));
}
