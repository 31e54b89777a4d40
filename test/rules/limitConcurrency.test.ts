import { expect, it, vi } from 'vitest';
import { limitConcurrency } from '../../src/database/limitConcurrency.ts';

const LIMITS = { perAccount: 1, total: 2, waitingPerAccount: 3, timeoutMs: 60_000 };

/** Calls that the test ends, and the order in which they began. */
function controlled(limits = LIMITS) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const call = limitConcurrency(
    ({ name }: { accountId: string; name: string }) =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    limits,
  );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, end, call: (name: string) => call({ accountId: name[0] ?? '', name }) };
}

it('runs as many as allowed in all and per account, and lets accounts take turns', async () => {
  const { begun, call, end } = controlled();
  const calls = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(call);
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2', 'b2', 'c1', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3']);
  expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

it('refuses an account that asks faster than it is answered, and nobody else', async () => {
  const { begun, call } = controlled();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void call(name);
  await expect(call('a5')).rejects.toMatchObject({ code: 'RATE_LIMITED', headers: { 'retry-after': '1' } });
  void call('b1');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'b1']);
});

it('gives up after a while, and frees the place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { call, end, begun } = controlled({ ...LIMITS, timeoutMs: 100 });
  void call('a1');
  const late = expect(call('a2')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  vi.advanceTimersByTime(101);
  await late;
  vi.useRealTimers();
  void call('a3');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});
