import { type Count, type Counted, countInMemory, type Policy, type RateRule } from './counting.ts';
import type { SharedCounters } from './sharedCounters.ts';

/** The state of one limit for a client after this request. */
export interface LimitState {
  policy: string;
  rule: RateRule;
  remaining: number;
  resetSeconds: number;
  isExceeded: boolean;
}

export interface RateLimit {
  count(key: string): Promise<LimitState>;
  /** The same without counting a request. */
  peek(key: string): Promise<LimitState>;
}

export interface RateLimits {
  ip: RateLimit | undefined;
  tier(name: string): RateLimit | undefined;
  signIn: SignInLimits;
  /** How often a link for a new password may be requested. */
  passwordReset: { address: RateLimit; email: RateLimit };
  /**
   * How often an account may look up a driver by e-mail address: enough to dispatch, too rarely to collect addresses.
   */
  driverInvitations: RateLimit;
  /**
   * How often an account may try unsaved rates, or a ride in the form of a booking: as fast as one types, but no cheaper
   * source of quotes than the API.
   */
  triedRates: RateLimit;
  /** How often the form may be submitted to book: counted separately, so that colleagues who type cannot block a booking. */
  bookingsByHand: RateLimit;
  /** How often an account may ask for address suggestions: about once for every few keystrokes. */
  suggestions: RateLimit;
  /** Where the counters are now: "memory", "redis" or "memory, redis is unavailable". */
  storage(): string;
}

/** How often a password may be tried. */
export interface SignInLimits {
  address: RateLimit;
  /** One e-mail address from one client address. */
  pair: RateLimit;
  /** One e-mail address from anywhere, except from browsers that its member has used. */
  email: RateLimit;
  /** One browser that the member has used. */
  browser: RateLimit;
  /** Codes of the second factor. */
  code: RateLimit;
}

/** Far above what people need after typing errors, and far below what guessing needs. */
const SIGN_IN_RULES = {
  address: { requests: 40, seconds: 600 },
  pair: { requests: 10, seconds: 600 },
  email: { requests: 100, seconds: 3_600 },
  browser: { requests: 10, seconds: 600 },
  code: { requests: 10, seconds: 600 },
} as const;

/**
 * Without shared counters each process counts alone; with them all count together, and alone again while the shared
 * ones are unavailable.
 */
export function createRateLimits(
  settings: { ipLimit: RateRule | undefined; tierLimits: ReadonlyMap<string, RateRule> },
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
    // An account may have a tier that was removed from the settings since: it gets the strictest one left.
    tier: (name) => tiers.get(name) ?? tiers.get(strictest ?? ''),
    signIn: {
      address: createLimit('sign-in-address', SIGN_IN_RULES.address, shared),
      pair: createLimit('sign-in-pair', SIGN_IN_RULES.pair, shared),
      email: createLimit('sign-in-email', SIGN_IN_RULES.email, shared),
      browser: createLimit('sign-in-browser', SIGN_IN_RULES.browser, shared),
      code: createLimit('sign-in-code', SIGN_IN_RULES.code, shared),
    },
    driverInvitations: createLimit('driver-invitations', { requests: 60, seconds: 600 }, shared),
    passwordReset: {
      address: createLimit('password-reset-address', { requests: 20, seconds: 3_600 }, shared),
      email: createLimit('password-reset-email', { requests: 3, seconds: 3_600 }, shared),
    },
    triedRates: createLimit('tried-rates', { requests: 120, seconds: 60 }, shared),
    bookingsByHand: createLimit('bookings-by-hand', { requests: 60, seconds: 60 }, shared),
    suggestions: createLimit('suggestions', { requests: 300, seconds: 60 }, shared),
    storage: () =>
      shared === undefined ? 'memory' : shared.isUnavailable() ? `memory, ${shared.name} is unavailable` : shared.name,
  };
}

function createLimit(name: string, rule: RateRule, shared?: SharedCounters): RateLimit {
  const policy = { name, rule };
  const countHere = countInMemory(policy);
  const count = shared === undefined ? countHere : countTogether(policy, shared, countHere);
  return {
    count: async (key) => limitState(policy, await count(key)),
    peek: async (key) => limitState(policy, await count(key, 0)),
  };
}

/** Counts in the shared counters, and locally whenever that fails: they are gone, slow, full or read-only. */
function countTogether(policy: Policy, shared: SharedCounters, countHere: Count): Count {
  const countThere = shared.counterOf(policy);
  return async (key, points) => {
    try {
      const counted = await countThere(key, points);
      shared.noteSuccess();
      return counted;
    } catch (error) {
      shared.noteFailure((error as Error).message);
      return countHere(key, points);
    }
  };
}

function limitState({ name, rule }: Policy, { remaining, msBeforeNext, isExceeded }: Counted): LimitState {
  const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return { policy: name, rule, remaining, resetSeconds, isExceeded };
}
