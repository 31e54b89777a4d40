import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

export interface RateRule {
  requests: number;
  seconds: number;
}

/** One limit and its public name. */
export interface Policy {
  name: string;
  rule: RateRule;
}

export interface Counted {
  remaining: number;
  msBeforeNext: number;
  isExceeded: boolean;
}

/** Counts one request for the key; with 0 points it only reads the state. */
export type Count = (key: string, points?: 0 | 1) => Promise<Counted>;

export const limiterOptions = ({ name, rule }: Policy) => ({
  points: rule.requests,
  duration: rule.seconds,
  keyPrefix: `trip-booking:${name}`,
});

interface Window {
  counted: number;
  endsAt: number;
}

/**
 * Counts in windows that begin with a key's first request. They use the monotonic clock: when the wall clock is set, no
 * window lasts for hours. The library's counter in memory uses the wall clock.
 */
export function countInMemory({ rule }: Policy, now = () => performance.now()): Count {
  // All windows last equally long, so those that began first come first and end first.
  const windows = new Map<string, Window>();
  const dropEnded = () => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now()) return;
      windows.delete(key);
    }
  };
  return async (key, points = 1) => {
    dropEnded();
    const window = windows.get(key) ?? { counted: 0, endsAt: now() + rule.seconds * 1000 };
    window.counted += points;
    if (points > 0) windows.set(key, window);
    return {
      remaining: Math.max(0, rule.requests - window.counted),
      msBeforeNext: window.endsAt - now(),
      isExceeded: window.counted > rule.requests,
    };
  };
}

/** The library rejects with the result when the limit is exceeded, and with an Error when it cannot count. */
export async function consume(limiter: RateLimiterAbstract, key: string, points = 1): Promise<Counted> {
  try {
    return counted(await limiter.consume(key, points), false);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return counted(refusal, true);
    throw refusal;
  }
}

const counted = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): Counted => ({
  remaining: remainingPoints,
  msBeforeNext,
  isExceeded,
});
