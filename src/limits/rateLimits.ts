import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RateRule, Settings } from '../settings.ts';
import type { SharedCounters } from './sharedCounters.ts';

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
  signIn: SignInLimits;
  /** Where the counters are at present. */
  keptIn(): 'memory' | 'redis' | 'memory, redis is away';
}

/** How often a password may be tried. */
export interface SignInLimits {
  address: RateLimit;
  /** One e-mail address from one client address. */
  pair: RateLimit;
  /** One e-mail address from everywhere, but not from browsers that its owner has used. */
  email: RateLimit;
  /** One browser that the owner has used. */
  browser: RateLimit;
}

/** Far above what people mistype, and far below what guessing needs. */
const SIGN_IN_RULES = {
  address: { requests: 40, seconds: 600 },
  pair: { requests: 10, seconds: 600 },
  email: { requests: 100, seconds: 3_600 },
  browser: { requests: 10, seconds: 600 },
} as const;

/** Without Redis each process counts for itself; with it all count together, and each for itself again while Redis is away. */
export function createRateLimits(
  settings: Pick<Settings, 'ipLimit' | 'tierLimits'>,
  shared?: SharedCounters,
): RateLimits {
  const tiers = new Map(
    [...settings.tierLimits].map(([name, rule]) => [name, createLimit(`tier-${name.toLowerCase()}`, rule, shared)]),
  );
  const strictest = [...settings.tierLimits].sort(
    ([, a], [, b]) => a.requests / a.seconds - b.requests / b.seconds,
  )[0]?.[0];
  return {
    ip: settings.ipLimit && createLimit('ip', settings.ipLimit, shared),
    // An account may carry a tier that was since taken out of the settings: it gets the strictest that is left.
    tier: (name) => tiers.get(name) ?? tiers.get(strictest ?? ''),
    signIn: {
      address: createLimit('sign-in-address', SIGN_IN_RULES.address, shared),
      pair: createLimit('sign-in-pair', SIGN_IN_RULES.pair, shared),
      email: createLimit('sign-in-email', SIGN_IN_RULES.email, shared),
      browser: createLimit('sign-in-browser', SIGN_IN_RULES.browser, shared),
    },
    keptIn: () => (shared === undefined ? 'memory' : shared.isAway() ? 'memory, redis is away' : 'redis'),
  };
}

function createLimit(policy: string, rule: RateRule, shared?: SharedCounters): RateLimit {
  const options = { points: rule.requests, duration: rule.seconds, keyPrefix: `trip-booking:${policy}` };
  const memory = new RateLimiterMemory(options);
  const countHere = (key: string) => consume(memory, key);
  const countTogether = shared && countInRedis(shared, options, countHere);
  return {
    async count(key) {
      const { result, isExceeded } = await (countTogether ?? countHere)(key);
      return standing(policy, rule, result, isExceeded);
    },
  };
}

type Count = (key: string) => Promise<{ result: RateLimiterRes; isExceeded: boolean }>;

/** Counts in Redis, and by itself whenever Redis does not: gone, slow, full, or only for reading. */
function countInRedis(shared: SharedCounters, options: IRateLimiterOptions, countHere: Count): Count {
  const limiter = new RateLimiterRedis({ ...options, storeClient: shared.redis, rejectIfRedisNotReady: true });
  return async (key) => {
    try {
      const counted = await consume(limiter, key);
      shared.noteSuccess();
      return counted;
    } catch (error) {
      shared.noteFailure((error as Error).message);
      return countHere(key);
    }
  };
}

/** The library rejects with the result when the limit is exceeded, and with an Error when it cannot count. */
async function consume(limiter: RateLimiterAbstract, key: string): ReturnType<Count> {
  try {
    return { result: await limiter.consume(key), isExceeded: false };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { result: refusal, isExceeded: true };
    throw refusal;
  }
}

function standing(policy: string, rule: RateRule, result: RateLimiterRes, isExceeded: boolean): Standing {
  const resetSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return { policy, rule, remaining: result.remainingPoints, resetSeconds, isExceeded };
}
