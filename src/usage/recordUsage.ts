import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { createUsageRecorder, type UsageRecorder } from './recorder.ts';
import { startSweepingUsage } from './usageSweep.ts';

/** Records the accounts' API usage and deletes old records. */
export function recordUsage(
  database: Queryable,
  clock: Clock,
  log: Pick<Logger, 'warn'>,
): Pick<UsageRecorder, 'note' | 'close'> {
  const recorder = createUsageRecorder(database, clock, log);
  const sweep = startSweepingUsage(database, clock, recorder, log);
  return {
    note: recorder.note,
    async close() {
      await sweep.stop();
      await recorder.close();
    },
  };
}
