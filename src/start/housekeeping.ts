import { sweepAudit } from '../audit/auditSweep.ts';
import { findLastBackup } from '../database/backup/lastBackup.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { clockOffsetSeconds } from '../database/databaseClock.ts';
import { countMigrations } from '../database/migrate.ts';
import type { Metrics } from '../health/metrics.ts';
import { createMailer } from '../mail/mailer.ts';
import { startMailing } from '../mail/mailJob.ts';
import { sweepRiders } from '../privacy/retention.ts';
import { startIndexing } from '../search/indexJob.ts';
import { type IsStopped, sweepEvery } from '../sweeping.ts';
import { startCountFolding } from '../trips/countFolding.ts';
import { startIdempotencySweep } from '../trips/idempotencySweep.ts';
import { sweepUsage } from '../usage/usageSweep.ts';
import { createDeliverer } from '../webhooks/deliverer.ts';
import { startDeliveries } from '../webhooks/deliveryJob.ts';
import { countWaitingDeliveries } from '../webhooks/deliveryStore.ts';
import { sweepDeliveries } from '../webhooks/deliverySweep.ts';
import { watchClock } from './clockWatch.ts';
import type { StartContext } from './service.ts';
import { openSender } from './wiring.ts';

const CLOCK_CHECK_MS = 60_000;
// Only disk space depends on these sweeps.
const LOG_SWEEP_MS = 600_000;
// Retention is counted in months. A sweep reads the trips of every account that has old riders.
const RIDER_SWEEP_MS = 3_600_000;

/** Starts every periodic job. With several processes, only the primary runs them. */
export function startHousekeeping(
  database: Database,
  metrics: Pick<Metrics, 'observeDelivery' | 'watchDeliveries' | 'watchUpkeep' | 'watchClock'>,
  { settings, clock, log, tracer, onOpened }: Pick<StartContext, 'settings' | 'clock' | 'log' | 'tracer' | 'onOpened'>,
): void {
  const sender = openSender({ settings, clock, tracer });
  const deliverer = createDeliverer({ database, clock, sender, log, observe: metrics.observeDelivery });
  metrics.watchDeliveries(() => countWaitingDeliveries(database));
  metrics.watchUpkeep({
    countMigrations: () => countMigrations(database),
    findLastBackup: () => findLastBackup(database),
  });
  metrics.watchClock(() => clockOffsetSeconds(database, clock));
  const compareClocks = watchClock(database, clock, log);
  compareClocks().catch(() => {}); // compared again in a minute
  const everyTenMinutes = (
    sweep: (database: Queryable, now: Date, isStopped: IsStopped) => Promise<void>,
    task: string,
  ) => sweepEvery(LOG_SWEEP_MS, task, (isStopped) => sweep(database, clock(), isStopped), log);
  const everyHour = (months: number) =>
    sweepEvery(
      RIDER_SWEEP_MS,
      'erase riders after the retention period',
      async (isStopped) => {
        const riders = await sweepRiders(database, months, { isStopped });
        if (riders > 0) log.info({ riders }, 'riders erased after the retention period');
      },
      log,
    );
  const jobs = [
    sweepEvery(CLOCK_CHECK_MS, 'compare the clock with that of the database', compareClocks, log),
    startIdempotencySweep(database, log),
    everyTenMinutes(sweepUsage, 'delete old requests'),
    startCountFolding(database, log),
    startDeliveries(deliverer, log),
    everyTenMinutes(sweepDeliveries, 'delete old webhook deliveries'),
    everyTenMinutes(sweepAudit, 'delete old entries of the audit log'),
    ...(settings.retentionMonths === undefined ? [] : [everyHour(settings.retentionMonths)]),
    startIndexing({ database, clock, log }),
    ...(settings.mail ? [startMailing(createMailer({ database, clock, log, settings: settings.mail }), log)] : []),
  ];
  onOpened(() => Promise.all(jobs.map((job) => job.stop())));
}
