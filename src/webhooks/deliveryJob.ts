import type { Logger } from 'pino';
import { sweepEvery } from '../sweeping.ts';
import type { Deliverer } from './deliverer.ts';

/** Polls every second. Several processes share the work. */
export function startDeliveries(
  deliverer: Deliverer,
  log: Pick<Logger, 'warn'>,
  everyMs = 1_000,
): { stop(): Promise<void> } {
  const polling = sweepEvery(
    everyMs,
    () => deliverer.poll(),
    (error) => log.warn({ err: error }, 'could not check for webhooks to deliver; trying again'),
  );
  return {
    async stop() {
      await polling.stop();
      await deliverer.stop();
    },
  };
}
