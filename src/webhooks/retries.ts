import { HOUR_MS } from '../clock.ts';
import type { AttemptVerdict } from './deliveryStore.ts';
import type { Outcome } from './sender.ts';

const MINUTES = 60;
const HOURS = 3_600;

/** How long to wait after the end of each failed attempt. After the last wait and one more failure, a delivery is given up. */
export const RETRY_SECONDS = [
  5,
  30,
  2 * MINUTES,
  10 * MINUTES,
  HOURS,
  3 * HOURS,
  6 * HOURS,
  12 * HOURS,
  24 * HOURS,
  24 * HOURS,
] as const;
export const MAX_ATTEMPTS = RETRY_SECONDS.length + 1;

/** An endpoint that fails for this long without a success is disabled. */
export const MAX_FAILING_DAYS = 5;
const MAX_FAILING_MS = MAX_FAILING_DAYS * 24 * HOUR_MS;
// Spreads what failed together over a tenth more than its wait.
const JITTER = 0.1;
const GONE = 410;

interface AttemptFacts {
  outcome: Outcome;
  endedAt: Date;
  attempt: number;
  /** From 0 up to 1. */
  random: number;
}

/** What follows from an attempt. */
export function judgeAttempt({ outcome, endedAt, attempt, random }: AttemptFacts): AttemptVerdict {
  const { sentAt, responseStatus } = outcome;
  const isSuccess = outcome.error === null;
  const waitSeconds = isSuccess ? undefined : RETRY_SECONDS[attempt - 1];
  return {
    isSuccess,
    retryAt:
      waitSeconds === undefined ? null : new Date(endedAt.getTime() + waitSeconds * 1_000 * (1 + JITTER * random)),
    isGone: responseStatus === GONE,
    failingLimit: new Date(sentAt.getTime() - MAX_FAILING_MS),
  };
}
