import { type SweepLog, sweepEvery } from '../sweeping.ts';
import type { Deliverer } from './deliverer.ts';

/** Polls every second. Several processes share the work. */
export function startDeliveries(deliverer: Deliverer, log: SweepLog, everyMs = 1_000): { stop(): Promise<void> } {
  const polling = sweepEvery(everyMs, 'check for webhooks to deliver', () => deliverer.poll(), log);
  return {
    async stop() {
      await polling.stop();
      await deliverer.stop();
    },
  };
}
