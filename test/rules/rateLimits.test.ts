import { EventEmitter } from 'node:events';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consume, limiterOptions } from '../../src/limits/counting.ts';
import { type AskToCount, countInPrimary, createCounters } from '../../src/limits/countingInPrimary.ts';
import { createRateLimits, type RateLimit } from '../../src/limits/rateLimits.ts';
import { type SharedCounters, watchCounters, watchRedis } from '../../src/limits/sharedCounters.ts';

const rule = (requests: number, seconds: number) => ({ requests, seconds });
const POLICY = { name: 'ip', rule: rule(2, 60) };

const logged: string[] = [];
const log = {
  warn: ({ reason }: { reason: string }, text: string) => void logged.push(`warn: ${text} (${reason})`),
  info: (text: string) => void logged.push(`info: ${text}`),
} as never;
beforeEach(() => {
  logged.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const settings = (tiers: [string, ReturnType<typeof rule>][], ipLimit = rule(2, 60)) => ({
  ipLimit,
  tierLimits: new Map(tiers),
});

describe('the rate limits', () => {
  it('tell what is left, until when, and whether it was exceeded', async () => {
    const { ip } = createRateLimits(settings([]));
    const state = { policy: 'ip', rule: rule(2, 60), resetSeconds: 60 };
    expect(await ip?.count('a')).toEqual({ ...state, remaining: 1, isExceeded: false });
    expect(await ip?.peek('a')).toEqual({ ...state, remaining: 1, isExceeded: false });
    expect(await ip?.count('a')).toEqual({ ...state, remaining: 0, isExceeded: false });
    expect(await ip?.count('a')).toEqual({ ...state, remaining: 0, isExceeded: true });
    expect(await ip?.count('b')).toEqual({ ...state, remaining: 1, isExceeded: false });
  });

  it('count nothing by address when that limit is off', () => {
    expect(createRateLimits({ ipLimit: undefined, tierLimits: new Map() }).ip).toBeUndefined();
  });

  it('differ by tier, and a tier that was removed is the strictest that is left', async () => {
    const limits = createRateLimits(
      settings([
        ['PREMIUM', rule(50, 1)],
        ['STANDARD', rule(100, 60)],
        ['BASIC', rule(2, 1)],
      ]),
    );
    const policyOf = async (tier: string) => (await limits.tier(tier)?.peek('a'))?.policy;
    expect(await Promise.all(['PREMIUM', 'STANDARD', 'BASIC', 'GONE'].map(policyOf))).toEqual([
      ...['tier-premium', 'tier-standard', 'tier-basic', 'tier-standard'],
    ]);
    expect(createRateLimits(settings([])).tier('GONE')).toBeUndefined();
  });

  it('of people are far above what they need, each with a count of its own', async () => {
    const limits = createRateLimits(settings([]));
    const { signIn, passwordReset, driverInvitations, triedRates, bookingsByHand, suggestions } = limits;
    const described = async (limit: RateLimit) => {
      const state = await limit.count('a');
      return `${state.policy} ${state.rule.requests}/${state.rule.seconds}, ${state.remaining} left`;
    };
    const all = [...Object.values(signIn), ...Object.values(passwordReset)];
    expect(
      await Promise.all([...all, driverInvitations, triedRates, bookingsByHand, suggestions].map(described)),
    ).toEqual([
      'sign-in-address 40/600, 39 left',
      'sign-in-pair 10/600, 9 left',
      'sign-in-email 100/3600, 99 left',
      'sign-in-browser 10/600, 9 left',
      'sign-in-code 10/600, 9 left',
      'password-reset-address 20/3600, 19 left',
      'password-reset-email 3/3600, 2 left',
      'driver-invitations 60/600, 59 left',
      'tried-rates 120/60, 119 left',
      'bookings-by-hand 60/60, 59 left',
      'suggestions 300/60, 299 left',
    ]);
  });

  it('say at least one second until the next window, and round up', async () => {
    const shared = (msBeforeNext: number): SharedCounters => ({
      ...watchCounters('redis', log),
      name: 'redis',
      counterOf: () => async () => ({ remaining: 1, msBeforeNext, isExceeded: false }),
    });
    const reset = async (ms: number) => (await createRateLimits(settings([]), shared(ms)).ip?.count('a'))?.resetSeconds;
    expect([await reset(0), await reset(1_000), await reset(1_001)]).toEqual([1, 1, 2]);
  });
});

describe('limits that several processes share', () => {
  let isBroken = false;
  const asked: unknown[][] = [];
  const shared: SharedCounters = {
    ...watchCounters('redis', log),
    name: 'redis',
    counterOf: (policy) => async (key, points) => {
      asked.push([policy.name, key, points]);
      if (isBroken) throw new Error('connection lost');
      return { remaining: 7, msBeforeNext: 5_000, isExceeded: false };
    },
  };

  it('are counted there, and by each process itself while that fails', async () => {
    const limits = createRateLimits(settings([]), shared);
    expect(limits.storage()).toBe('redis');
    expect((await limits.ip?.count('a'))?.remaining).toBe(7);
    expect((await limits.ip?.peek('a'))?.remaining).toBe(7);
    expect(asked).toEqual([
      ['ip', 'a', undefined],
      ['ip', 'a', 0],
    ]);
    isBroken = true;
    expect((await limits.ip?.count('a'))?.remaining).toBe(1);
    expect((await limits.ip?.peek('a'))?.remaining).toBe(1);
    expect(limits.storage()).toBe('memory, redis is unavailable');
    isBroken = false;
    expect((await limits.ip?.count('a'))?.remaining).toBe(7);
    expect(limits.storage()).toBe('redis');
    expect(logged).toEqual([
      'info: rate limits are shared through redis',
      'warn: redis is unavailable: this process counts rate limits on its own until it is back (connection lost)',
      'info: redis is back: rate limits are shared again',
    ]);
  });

  it('are in memory without shared counters', () => {
    expect(createRateLimits(settings([])).storage()).toBe('memory');
  });
});

describe('counters in Redis', () => {
  class FakeRedis extends EventEmitter {
    status = 'ready';
    isDisconnected = false;
    disconnect() {
      this.isDisconnected = true;
      this.emit('close');
    }
    defineCommand() {}
  }

  it('are unavailable from when the connection closes until it is ready again', () => {
    const redis = new FakeRedis();
    const counters = watchRedis(redis as never, log);
    expect([counters.name, counters.isUnavailable()]).toEqual(['redis', false]);
    redis.emit('ready');
    redis.emit('close');
    expect(counters.isUnavailable()).toBe(true);
    redis.emit('ready');
    expect(counters.isUnavailable()).toBe(false);
    redis.status = 'reconnecting';
    expect(counters.isUnavailable()).toBe(true);
    expect(logged).toEqual([
      'info: rate limits are shared through redis',
      'warn: redis is unavailable: this process counts rate limits on its own until it is back (connection closed)',
      'info: redis is back: rate limits are shared again',
    ]);
  });

  it('are not reported as unavailable because the first connection of a busy start timed out', () => {
    const redis = new FakeRedis();
    watchRedis(redis as never, log);
    redis.emit('close');
    redis.emit('ready');
    expect(logged).toEqual(['info: rate limits are shared through redis']);
  });

  it('are reported as unavailable if the second connection fails too', () => {
    const redis = new FakeRedis();
    watchRedis(redis as never, log);
    redis.emit('close');
    redis.emit('close');
    expect(logged).toEqual([expect.stringContaining('warn: redis is unavailable')]);
  });

  it('are left without a warning', () => {
    const redis = new FakeRedis();
    watchRedis(redis as never, log).leave();
    expect([redis.isDisconnected, logged]).toEqual([true, []]);
  });

  it('fail at once while Redis is not ready', async () => {
    const redis = new FakeRedis();
    redis.status = 'connecting';
    await expect(watchRedis(redis as never, log).counterOf(POLICY)('a')).rejects.toThrow();
  });

  it('are named by the limit and count down to a refusal', async () => {
    expect(limiterOptions(POLICY)).toEqual({ points: 2, duration: 60, keyPrefix: 'trip-booking:ip' });
    const limiter = new RateLimiterMemory(limiterOptions(POLICY));
    const counted = async (points?: number) => {
      const { remaining, msBeforeNext, isExceeded } = await consume(limiter, 'a', points);
      return [remaining, msBeforeNext > 50_000, isExceeded];
    };
    expect(await counted()).toEqual([1, true, false]);
    expect(await counted(0)).toEqual([1, true, false]);
    expect(await counted()).toEqual([0, true, false]);
    expect(await counted()).toEqual([0, true, true]);
    const broken = { consume: () => Promise.reject(new Error('no Redis')) };
    await expect(consume(broken as never, 'a')).rejects.toThrow('no Redis');
  });
});

describe('counters in the primary', () => {
  const aTurn = () => new Promise((resolve) => setImmediate(resolve));
  const questions: string[][] = [];
  const answering: AskToCount = (() => {
    const answer = createCounters();
    return (question, onAnswer) => {
      questions.push(question);
      void answer(question).then(onAnswer);
    };
  })();

  it('count each limit and key apart, and read without counting', async () => {
    const counters = createCounters();
    expect(await counters(['ip 2/60', 'a', 'ip 2/60', 'b', 'ip 2/60', 'a'])).toEqual([
      ...[1, expect.closeTo(60_000, -3), 0],
      ...[1, expect.closeTo(60_000, -3), 0],
      ...[0, expect.closeTo(60_000, -3), 0],
    ]);
    expect(await counters(['ip 2/60 peek', 'a', 'other 1/5', 'a'])).toEqual([
      ...[0, expect.closeTo(60_000, -3), 0],
      ...[0, expect.closeTo(5_000, -3), 0],
    ]);
    expect((await counters(['ip 2/60', 'a']))[2]).toBe(1);
  });

  it('are asked once for all requests of a turn', async () => {
    const counters = countInPrimary('the primary', answering, log);
    expect(counters.name).toBe('the primary');
    const count = counters.counterOf(POLICY);
    const counted = await Promise.all([count('a'), count('b'), count('a', 0), count('a'), count('a')]);
    expect(counted.map(({ remaining, isExceeded }) => [remaining, isExceeded])).toEqual([
      [1, false],
      [1, false],
      [1, false],
      [0, false],
      [0, true],
    ]);
    expect(counted[0]?.msBeforeNext).toBeGreaterThan(50_000);
    expect(questions).toEqual([['ip 2/60', 'a', 'ip 2/60', 'b', 'ip 2/60 peek', 'a', 'ip 2/60', 'a', 'ip 2/60', 'a']]);
    await count('b');
    expect(questions[1]).toEqual(['ip 2/60', 'b']);
    expect(logged).toEqual(['info: rate limits are shared through the primary']);
  });

  it('are given up after a second, and asked again once an answer has come, however late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late: (() => void)[] = [];
    const counters = countInPrimary('the primary', (_, onAnswer) => void late.push(() => onAnswer([1, 5_000, 0])), log);
    const limits = createRateLimits(settings([]), counters);
    const first = limits.ip?.count('a');
    await aTurn();
    vi.advanceTimersByTime(999);
    await aTurn();
    expect(counters.isUnavailable()).toBe(false);
    vi.advanceTimersByTime(1);
    expect((await first)?.remaining).toBe(1);
    expect([limits.storage(), logged]).toEqual([
      'memory, the primary is unavailable',
      [
        'warn: the primary is unavailable: this process counts rate limits on its own until it is back (no answer in 1000 ms)',
      ],
    ]);
    await limits.ip?.count('a');
    expect(late).toHaveLength(1); // nothing more is asked
    await expect(counters.counterOf(POLICY)('a')).rejects.toThrow('no answer yet');
    late[0]?.();
    expect(limits.storage()).toBe('the primary');
  });

  it('are not given up when an answer is there in time', async () => {
    const counters = countInPrimary('the primary', answering, log, 5);
    await counters.counterOf(POLICY)('c');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([counters.isUnavailable(), logged]).toEqual([false, ['info: rate limits are shared through the primary']]);
  });
});
