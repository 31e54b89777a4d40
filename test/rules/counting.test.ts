import { afterEach, describe, expect, it, vi } from 'vitest';
import { countInMemory } from '../../src/limits/counting.ts';

const POLICY = { name: 'ip', rule: { requests: 2, seconds: 60 } };
const HALF_A_DAY_MS = 12 * 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

describe('a limit that is counted in memory', () => {
  it('counts each key in a window of its own, which begins with the first request', async () => {
    let now = 5;
    const count = countInMemory(POLICY, () => now);
    expect(await count('a')).toEqual({ remaining: 1, msBeforeNext: 60_000, isExceeded: false });
    now += 20_000;
    expect(await count('a')).toEqual({ remaining: 0, msBeforeNext: 40_000, isExceeded: false });
    expect(await count('a')).toEqual({ remaining: 0, msBeforeNext: 40_000, isExceeded: true });
    expect(await count('b')).toEqual({ remaining: 1, msBeforeNext: 60_000, isExceeded: false });
    now += 40_000;
    expect(await count('a')).toEqual({ remaining: 1, msBeforeNext: 60_000, isExceeded: false });
    expect(await count('b')).toEqual({ remaining: 0, msBeforeNext: 20_000, isExceeded: false });
  });

  it('is read without a request', async () => {
    const count = countInMemory(POLICY, () => 0);
    expect(await count('a', 0)).toEqual({ remaining: 2, msBeforeNext: 60_000, isExceeded: false });
    await count('a');
    expect(await count('a', 0)).toEqual({ remaining: 1, msBeforeNext: 60_000, isExceeded: false });
  });

  it.each([
    ['back', -HALF_A_DAY_MS],
    ['forward', HALF_A_DAY_MS],
  ])('keeps its windows when the wall clock is set %s by twelve hours', async (_, stepMs) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const count = countInMemory(POLICY);
    await count('a');
    vi.setSystemTime(Date.now() + stepMs);
    const { remaining, msBeforeNext, isExceeded } = await count('a');
    expect([remaining, isExceeded]).toEqual([0, false]);
    expect(msBeforeNext).toBeGreaterThan(50_000);
    expect(msBeforeNext).toBeLessThanOrEqual(60_000);
    expect((await count('b')).msBeforeNext).toBeLessThanOrEqual(60_000);
  });
});
