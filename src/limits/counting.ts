import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

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

export function countInMemory(policy: Policy): Count {
  const limiter = new RateLimiterMemory(limiterOptions(policy));
  return (key, points) => consume(limiter, key, points);
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
