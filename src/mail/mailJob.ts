import { type SweepLog, sweepEvery } from '../sweeping.ts';
import type { Mailer } from './mailer.ts';

/** Looks for mails every second: a person waits for a link. */
export function startMailing(mailer: Mailer, log: SweepLog, everyMs = 1_000): { stop(): Promise<void> } {
  const job = sweepEvery(everyMs, 'send mails', (isStopped) => mailer.sendDue(isStopped), log);
  return {
    async stop() {
      await job.stop();
      mailer.close();
    },
  };
}
