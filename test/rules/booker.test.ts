import { describe, expect, it } from 'vitest';
import { bookingExample } from '../../src/contract/openapi/examples.ts';
import type { Statement } from '../../src/database/connection.ts';
import { createBooker } from '../../src/trips/booker.ts';
import { draftTrip } from '../../src/trips/draft.ts';
import { AnsweredKeys, RunningKeys } from '../../src/trips/idempotency.ts';
import { renderFixedMembers } from '../../src/trips/tripView.ts';
import { databaseWith, nextTurn, waitingDatabase } from '../support/answers.ts';

type Row = { verdict: string | null; responseBody?: string };

/** The statements that only look a key up. */
const lookUps = (statements: readonly Statement[]) => statements.filter(({ text }) => !text.includes('INSERT')).length;

const account = { accountId: '1'.repeat(24), role: 'DRIVER', isVatExempt: false } as const;
const order = (idempotencyKey = 'a-key-1', bookedBy: 'API' | 'DASHBOARD' = 'API') => ({
  accountId: account.accountId,
  idempotencyKey,
  fingerprint: Buffer.alloc(32),
  response: { start: '{', end: '}' },
  bookedBy,
  draft: () => draftTrip(bookingExample, account, new Date('2027-03-01T08:00:00Z')),
});
const LOST: Row = { verdict: 'lost_race' };
const BOOKED: Row = { verdict: 'booked' };
const REPLAY: Row = { verdict: 'replay', responseBody: '{"first":true}' };

describe('a booking', () => {
  it('that loses the race for its key tries again, and learns what the winner got', async () => {
    const { database, statements } = databaseWith(LOST, LOST, REPLAY);
    expect(await createBooker(database, new RunningKeys())(order())).toEqual(REPLAY);
    expect(statements.length).toBe(3);
  });

  it('that loses three times says that the key is in use', async () => {
    const { database, statements } = databaseWith(LOST, LOST, LOST, BOOKED);
    const result = await createBooker(database, new RunningKeys())(order());
    expect([result, statements.length]).toEqual([{ verdict: 'IDEMPOTENCY_KEY_IN_PROGRESS' }, 3]);
  });

  it.each([BOOKED, REPLAY])('whose key was answered before is looked up first: %o', async (first) => {
    const { database, statements } = databaseWith(first, REPLAY);
    const book = createBooker(database, new RunningKeys());
    await book(order());
    expect(lookUps(statements)).toBe(0);
    expect(await book(order())).toEqual(REPLAY);
    expect([statements.length, lookUps(statements)]).toEqual([2, 1]);
    expect(statements[1]?.values).toEqual(expect.arrayContaining([account.accountId, 'a-key-1']));
  });

  it.each(['IDEMPOTENCY_KEY_CONFLICT', 'VEHICLE_NOT_FOUND', 'in_past'])(
    'that was refused is not looked up: %s',
    async (verdict) => {
      const { database, statements } = databaseWith({ verdict }, BOOKED);
      const book = createBooker(database, new RunningKeys());
      await book(order());
      expect((await book(order())).verdict).toBe('booked');
      expect([statements.length, lookUps(statements)]).toEqual([2, 0]);
    },
  );

  it('whose key has expired since it was answered is made', async () => {
    const { database, statements } = databaseWith(BOOKED, { verdict: null }, BOOKED);
    const book = createBooker(database, new RunningKeys());
    await book(order());
    expect((await book(order())).verdict).toBe('booked');
    expect(statements.length).toBe(3);
  });

  it('with another key, or of another account, is not looked up', async () => {
    const { database, statements } = databaseWith(BOOKED, BOOKED, BOOKED);
    const book = createBooker(database, new RunningKeys());
    await book(order());
    await book(order('a-key-2'));
    await book({ ...order(), accountId: '2'.repeat(24) });
    expect(lookUps(statements)).toBe(0);
  });

  it('is answered with the trip between the two parts of the response', async () => {
    const drafted = draftTrip(bookingExample, account, new Date('2027-03-01T08:00:00Z'));
    const { database } = databaseWith(BOOKED);
    const response = { start: '{"trip":{', end: '}}' };
    expect(await createBooker(database, new RunningKeys())({ ...order(), response, draft: () => drafted })).toEqual({
      verdict: 'booked',
      responseBody: `{"trip":{${renderFixedMembers(drafted.trip)}}}`,
    });
  });

  it('on a Citus cluster shares a statement with those of its account only, and so does looking it up', async () => {
    const { database, statements } = databaseWith(BOOKED, BOOKED, REPLAY, REPLAY);
    const book = createBooker({ ...database, layout: 'citus' }, new RunningKeys());
    const others = { ...account, accountId: '2'.repeat(24) };
    const ofOther = { accountId: others.accountId, draft: () => draftTrip(bookingExample, others, new Date()) };
    const bookBoth = () => Promise.all([book(order()), book({ ...order(), ...ofOther })]);
    await bookBoth();
    expect(await bookBoth()).toEqual([REPLAY, REPLAY]);
    const both = [account.accountId, others.accountId];
    expect(statements.map(({ values }) => values?.[0])).toEqual([...both, ...both]);
  });

  it('in the dashboard is recorded as one', async () => {
    const { database, statements } = databaseWith(BOOKED, BOOKED);
    const book = createBooker(database, new RunningKeys());
    await book(order('a-key-1', 'DASHBOARD'));
    await book(order('a-key-2', 'API'));
    expect(statements.map(({ text }) => /'(API|DASHBOARD)'/.exec(text)?.[1])).toEqual(['DASHBOARD', 'API']);
  });

  it('waits for the one before it in the same account, whose counts it changes too, but not for another account', async () => {
    const { database, answers } = waitingDatabase(BOOKED);
    const book = createBooker(database, new RunningKeys());
    const others = draftTrip(bookingExample, { ...account, accountId: '2'.repeat(24) }, new Date());
    const first = book(order('a-key-1'));
    await nextTurn();
    const second = book(order('a-key-2'));
    const other = book({ ...order('a-key-3'), accountId: others.trip.accountId, draft: () => others });
    await nextTurn();
    expect(answers.length).toBe(2);
    answers[1]?.();
    expect((await other).verdict).toBe('booked');
    answers[0]?.();
    await first;
    await nextTurn();
    answers[2]?.();
    expect((await second).verdict).toBe('booked');
  });
});

describe('a key whose request is running', () => {
  it('is executed by the first request only', async () => {
    const running = new RunningKeys();
    const mayExecute = (accountId: string, key: string) => running.run(accountId, key, async (may) => may);
    let finish = () => {};
    const first = running.run('a', 'key', (may) => new Promise<boolean>((resolve) => (finish = () => resolve(may))));
    expect([await mayExecute('a', 'key'), await mayExecute('b', 'key'), await mayExecute('a', 'other')]).toEqual([
      ...[false, true, true],
    ]);
    finish();
    expect([await first, await mayExecute('a', 'key')]).toEqual([true, true]);
  });

  it('is free again when the request failed', async () => {
    const running = new RunningKeys();
    await expect(running.run('a', 'key', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    expect(await running.run('a', 'key', async (may) => may)).toBe(true);
  });
});

it('answered keys are remembered by account and key, the latest forty thousand', () => {
  const answered = new AnsweredKeys();
  expect(answered.has('a', 'key')).toBe(false);
  for (let number = 0; number <= 40_000; number += 1) answered.note('a', `key-${number}`);
  expect([answered.has('a', 'key-0'), answered.has('a', 'key-1'), answered.has('b', 'key-1')]).toEqual([
    false,
    true,
    false,
  ]);
});
