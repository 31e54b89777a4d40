import { describe, expect, it } from 'vitest';
import { isTemporary, retryAfterSeconds, retryDelayMs } from '../src/retry.ts';

describe('the delay before a retry', () => {
  it('is anything up to a limit that doubles to 8 seconds', () => {
    expect([1, 2, 3, 6, 20].map((attempt) => retryDelayMs(attempt, 0, () => 1))).toEqual([250, 500, 1000, 8000, 8000]);
    expect(retryDelayMs(3, 0, () => 0)).toBe(0);
    expect(retryDelayMs(3, 0, () => 0.5)).toBe(500);
  });

  it('is never shorter than what the service asked for', () => {
    expect(retryDelayMs(1, 2, () => 0)).toBe(2_000);
    expect(retryDelayMs(1, 2, () => 1)).toBe(2_250);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2027-03-01T08:00:00Z');

  it.each([
    ['17', 17],
    ['0', 0],
    [' 5 ', 5],
    ['Mon, 01 Mar 2027 08:00:30 GMT', 30],
    ['Mon, 01 Mar 2027 07:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j is %j seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});

it('only timeouts, limits, failures of the service and a key in use may answer otherwise later', () => {
  const temporary = [400, 401, 404, 408, 409, 429, 500, 502, 503, 504].filter((status) => isTemporary(status, 'ANY'));
  expect(temporary).toEqual([408, 429, 500, 502, 503, 504]);
  expect(isTemporary(409, 'IDEMPOTENCY_KEY_IN_PROGRESS')).toBe(true);
  expect(isTemporary(409, 'IDEMPOTENCY_KEY_CONFLICT')).toBe(false);
});
