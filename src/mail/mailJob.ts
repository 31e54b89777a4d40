import type { Logger } from 'pino';
import { sweepEvery } from '../sweeping.ts';
import type { Mailer } from './mailer.ts';

/** Looks for mails every second: a person waits for a link. */
export function startMailing(mailer: Mailer, log: Pick<Logger, 'warn'>, everyMs = 1_000): { stop(): Promise<void> } {
  const job = sweepEvery(
    everyMs,
    (isStopped) => mailer.sendDue(isStopped),
    (error) => log.warn({ err: error }, 'could not send mails; trying again'),
  );
  return {
    async stop() {
      await job.stop();
      mailer.close();
    },
  };
}
