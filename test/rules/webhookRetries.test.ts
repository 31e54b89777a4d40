import { describe, expect, it } from 'vitest';
import { judgeAttempt, RETRY_SECONDS } from '../../src/webhooks/retries.ts';

const sentAt = new Date('2027-03-01T08:00:00.000Z');
const DAY_MS = 86_400_000;
const failed = { sentAt, responseStatus: 500, error: 'UNSUCCESSFUL_STATUS', ms: 1 } as const;
const first = { outcome: failed, attempt: 1, failingSince: null, random: 0 };

describe('judgeAttempt', () => {
  it('waits as promised, with up to a tenth more', () => {
    const [hour, day] = [3_600, 86_400];
    expect(RETRY_SECONDS).toEqual([5, 30, 120, 600, hour, 3 * hour, 6 * hour, 12 * hour, day, day]);
    const waitOf = (attempt: number, random: number) => {
      const { retryAt } = judgeAttempt({ ...first, attempt, random });
      return retryAt && (retryAt.getTime() - sentAt.getTime()) / 1_000;
    };
    expect(RETRY_SECONDS.map((_, index) => waitOf(index + 1, 0))).toEqual([...RETRY_SECONDS]);
    expect(waitOf(1, 0.5)).toBe(5.25);
    expect(waitOf(11, 0)).toBe(null);
  });

  it('ends a delivery that succeeded, and lets the endpoint be', () => {
    const outcome = { ...failed, responseStatus: 204, error: null };
    const failingSince = new Date(0);
    expect(judgeAttempt({ ...first, outcome, failingSince })).toEqual({
      isSuccess: true,
      retryAt: null,
      disable: null,
    });
  });

  it('disables an endpoint that is gone, or has failed for five days', () => {
    const disableFor = (status: number, failingForMs: number | null) =>
      judgeAttempt({
        ...first,
        outcome: { ...failed, responseStatus: status },
        failingSince: failingForMs === null ? null : new Date(sentAt.getTime() - failingForMs),
      }).disable;
    expect(disableFor(410, null)).toBe('GONE');
    expect(disableFor(500, null)).toBe(null);
    expect(disableFor(500, 5 * DAY_MS - 1)).toBe(null);
    expect(disableFor(500, 5 * DAY_MS)).toBe('FAILING');
  });
});
