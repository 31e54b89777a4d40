import { describe, expect, it } from 'vitest';
import { createUsageBuffer, MAX_ENTRIES, MAX_OF_ACCOUNT } from '../../src/usage/buffer.ts';

const START = Date.parse('2027-03-01T08:59:59.000Z');

/** A buffer, and a way to record a request of an account in it. */
function bufferAt(at = START) {
  const clock = { at };
  const buffer = createUsageBuffer(() => new Date(clock.at));
  const record = (accountId: string, requestId: string, status = 200) =>
    buffer.record({
      accountId,
      keyId: `key of ${accountId}`,
      requestId,
      method: 'GET',
      route: '/v1/trips',
      pathId: undefined,
      status,
      code: undefined,
      seconds: 0.001,
    });
  return { clock, record, take: buffer.take };
}

const idsOf = (taken: ReturnType<ReturnType<typeof bufferAt>['take']>, accountId: string) =>
  taken.entries.filter((entry) => entry.accountId === accountId).map(({ request }) => request.requestId);

describe('the buffer of requests', () => {
  it('keeps the newest requests of an account in their order, and counts the older ones as not listed', () => {
    const { record, take } = bufferAt();
    for (let n = 1; n <= MAX_OF_ACCOUNT + 3; n += 1) record('a', `r${n}`, n === 1 ? 404 : 200);
    const taken = take();
    expect(idsOf(taken, 'a')).toEqual(Array.from({ length: MAX_OF_ACCOUNT }, (_, index) => `r${index + 4}`));
    expect(taken.hours).toMatchObject([
      { requests: [0, 0, MAX_OF_ACCOUNT + 2, 0, 1, 0], unlogged: [0, 0, 2, 0, 1, 0] },
    ]);
    expect(take()).toMatchObject({ hours: [], entries: [] });
  });

  it('counts the requests of each key', () => {
    const { record, take } = bufferAt();
    for (const account of ['a', 'b', 'a']) record(account, 'r');
    expect(take().hours.map(({ requestsOfKeys }) => [...requestsOfKeys])).toEqual([
      [['key of a', 2]],
      [['key of b', 1]],
    ]);
  });

  it('counts a request that is not listed in the hour in which it was made', () => {
    const { clock, record, take } = bufferAt();
    record('a', 'before the hour');
    clock.at += 1_000;
    for (let n = 0; n < MAX_OF_ACCOUNT; n += 1) record('a', `r${n}`);
    expect(take().hours.map(({ unlogged }) => unlogged[2])).toEqual([1, 0]);
  });

  it('keeps no more than its bound, at the expense of the accounts with the most requests', () => {
    const { record, take } = bufferAt();
    record('quiet', 'the only one');
    for (let n = 0; n < MAX_OF_ACCOUNT; n += 1)
      for (let account = 0; account < 20; account += 1) record(`busy ${account}`, `r${n}`);
    const taken = take();
    expect(taken.entries).toHaveLength(MAX_ENTRIES);
    expect(idsOf(taken, 'quiet')).toEqual(['the only one']);
    for (let account = 0; account < 20; account += 1)
      expect(idsOf(taken, `busy ${account}`).at(-1)).toBe(`r${MAX_OF_ACCOUNT - 1}`);
    const unlogged = taken.hours.reduce((sum, hour) => sum + (hour.unlogged[2] ?? 0), 0);
    expect(unlogged).toBe(20 * MAX_OF_ACCOUNT + 1 - MAX_ENTRIES);
  });
});
