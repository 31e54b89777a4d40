import { describe, expect, it } from 'vitest';
import { judgeAttempt, MAX_ATTEMPTS, RETRY_SECONDS } from '../../src/webhooks/retries.ts';

const sentAt = new Date('2027-03-01T08:00:00.000Z');
const endedAt = new Date('2027-03-01T08:00:10.000Z');
const failed = { sentAt, responseStatus: 500, error: 'UNSUCCESSFUL_STATUS', ms: 10_000 } as const;
const first = { outcome: failed, endedAt, attempt: 1, random: 0 };

describe('judgeAttempt', () => {
  it('waits as promised once the attempt has ended, with up to a tenth more', () => {
    const [hour, day] = [3_600, 86_400];
    expect(RETRY_SECONDS).toEqual([5, 30, 120, 600, hour, 3 * hour, 6 * hour, 12 * hour, day, day]);
    const waitOf = (attempt: number, random: number) => {
      const { retryAt } = judgeAttempt({ ...first, attempt, random });
      return retryAt && (retryAt.getTime() - endedAt.getTime()) / 1_000;
    };
    expect(RETRY_SECONDS.map((_, index) => waitOf(index + 1, 0))).toEqual([...RETRY_SECONDS]);
    expect(waitOf(1, 0.5)).toBe(5.25);
    expect([MAX_ATTEMPTS, waitOf(MAX_ATTEMPTS, 0)]).toEqual([11, null]);
  });

  it('ends a delivery that succeeded', () => {
    const outcome = { ...failed, responseStatus: 204, error: null };
    expect(judgeAttempt({ ...first, outcome })).toMatchObject({ isSuccess: true, retryAt: null, isGone: false });
  });

  it('disables an endpoint that is gone, or has been failing for five days', () => {
    const gone = { ...failed, responseStatus: 410 };
    expect(judgeAttempt({ ...first, outcome: gone })).toMatchObject({ isSuccess: false, isGone: true });
    expect(judgeAttempt(first)).toMatchObject({ isGone: false, failingLimit: new Date('2027-02-24T08:00:00.000Z') });
  });
});
