import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateRule, Settings } from '../settings.ts';

/** Where a caller stands against one limit after the present request. */
export interface Standing {
  policy: string;
  rule: RateRule;
  remaining: number;
  resetSeconds: number;
  isExceeded: boolean;
}

export interface RateLimit {
  count(key: string): Promise<Standing>;
}

export interface RateLimits {
  ip: RateLimit | undefined;
  tier(name: string): RateLimit | undefined;
}

/** Without Redis each process counts for itself; with it all count together, and each for itself again while Redis is away. */
export function createRateLimits(settings: Pick<Settings, 'ipLimit' | 'tierLimits'>, redis?: Redis): RateLimits {
  const tiers = new Map(
    [...settings.tierLimits].map(([name, rule]) => [name, createLimit(`tier-${name.toLowerCase()}`, rule, redis)]),
  );
  const strictest = [...settings.tierLimits].sort(
    ([, a], [, b]) => a.requests / a.seconds - b.requests / b.seconds,
  )[0]?.[0];
  return {
    ip: settings.ipLimit && createLimit('ip', settings.ipLimit, redis),
    // An account may carry a tier that was since taken out of the settings: it gets the strictest that is left.
    tier: (name) => tiers.get(name) ?? tiers.get(strictest ?? ''),
  };
}

function createLimit(policy: string, rule: RateRule, redis?: Redis): RateLimit {
  const options = { points: rule.requests, duration: rule.seconds, keyPrefix: `trip-booking:${policy}` };
  const memory = new RateLimiterMemory(options);
  const limiter = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
    : memory;
  return {
    async count(key) {
      try {
        return standing(policy, rule, await limiter.consume(key), false);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return standing(policy, rule, refusal, true);
      }
    },
  };
}

function standing(policy: string, rule: RateRule, result: RateLimiterRes, isExceeded: boolean): Standing {
  const resetSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return { policy, rule, remaining: result.remainingPoints, resetSeconds, isExceeded };
}
