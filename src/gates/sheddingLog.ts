import type { Logger } from 'pino';

/**
 * Logs once when load shedding begins and once when it ends, not once per refusal: the log must not add to the load.
 */
export function sheddingLog(log: Pick<Logger, 'warn'>, quietTicks: number) {
  let refused = 0;
  let quiet = 0;
  return {
    noteRefusal({ underWay, limit }: { underWay: number; limit: number }): void {
      if (refused === 0)
        log.warn({ underWay, limit }, 'overloaded: refusing requests with 503 until fewer are in progress');
      refused += 1;
      quiet = 0;
    },
    noteTick(): void {
      if (refused === 0) return;
      quiet += 1;
      if (quiet <= quietTicks) return;
      log.warn({ refused }, 'no longer overloaded: every request is admitted');
      refused = 0;
    },
  };
}
