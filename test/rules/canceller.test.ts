import { describe, expect, it } from 'vitest';
import { createCanceller } from '../../src/trips/canceller.ts';
import { RunningKeys } from '../../src/trips/idempotency.ts';
import { renderTrip } from '../../src/trips/tripView.ts';
import { databaseWith, nextTurn, waitingDatabase } from '../support/answers.ts';

const TRIP = { version: 2, status: 'CANCELLED', isPaid: false, executorId: null, fixedMembers: '"_id":"1"' } as const;
const CANCELLED = { ...TRIP, verdict: 'cancelled' };
const AGAIN = { verdict: 'try_again' };

const order = {
  accountId: '1'.repeat(24),
  tripId: '2'.repeat(24),
  changedAt: new Date('2027-03-01T08:00:00Z'),
  reason: null,
  fingerprint: Buffer.alloc(32),
  idempotencyKey: undefined as string | undefined,
};
const body = `{"success":true,"data":${renderTrip(TRIP)}}`;

describe('a cancellation', () => {
  it('without a key is one statement, and is answered with the trip', async () => {
    const { database, statements } = databaseWith(CANCELLED);
    expect(await createCanceller(database, new RunningKeys())(order)).toEqual({
      verdict: 'cancelled',
      responseBody: body,
    });
    expect(statements.map(({ isInTransaction }) => isInTransaction)).toEqual([false]);
    expect(statements[0]?.values).toEqual(expect.arrayContaining([order.accountId, order.tripId, 'API']));
  });

  it('with a key stores its response in the same transaction', async () => {
    const { database, statements } = databaseWith(CANCELLED, {});
    await createCanceller(database, new RunningKeys())({ ...order, idempotencyKey: 'a-key' });
    expect(statements.map(({ isInTransaction }) => isInTransaction)).toEqual([true, true]);
    expect(JSON.stringify(statements[1]?.values)).toContain(JSON.stringify(body).slice(1, -1));
  });

  it('with a key brings the ones without that share its statement into its transaction', async () => {
    const { database, statements } = databaseWith([CANCELLED, CANCELLED], {});
    const cancel = createCanceller(database, new RunningKeys());
    await Promise.all([cancel(order), cancel({ ...order, idempotencyKey: 'a-key' })]);
    expect(statements.map(({ isInTransaction }) => isInTransaction)).toEqual([true, true]);
  });

  it('waits for the one before it in the same account, unless it may not execute anyway', async () => {
    const { database, answers } = waitingDatabase(CANCELLED);
    const running = new RunningKeys();
    const cancel = createCanceller(database, running);
    void cancel({ ...order, idempotencyKey: 'a-key' });
    await nextTurn();
    void cancel({ ...order, idempotencyKey: 'another' });
    void cancel(order);
    await nextTurn();
    expect(answers.length).toBe(1);
    void cancel({ ...order, idempotencyKey: 'a-key' });
    await nextTurn();
    expect(answers.length).toBe(2);
  });

  it('that is refused stores nothing', async () => {
    const refused = { verdict: 'TRIP_ALREADY_CANCELLED' };
    const { database, statements } = databaseWith(refused);
    expect(await createCanceller(database, new RunningKeys())({ ...order, idempotencyKey: 'a-key' })).toEqual(refused);
    expect(statements.length).toBe(1);
  });

  it('is tried again while others change the trip, up to eight times', async () => {
    const patient = databaseWith(...Array.from({ length: 7 }, () => AGAIN), CANCELLED);
    expect((await createCanceller(patient.database, new RunningKeys())(order)).verdict).toBe('cancelled');
    const hopeless = databaseWith(...Array.from({ length: 8 }, () => AGAIN), CANCELLED);
    const result = await createCanceller(hopeless.database, new RunningKeys())(order);
    expect([result, hopeless.statements.length]).toEqual([{ verdict: 'IDEMPOTENCY_KEY_IN_PROGRESS' }, 8]);
  });

  it('may not execute while another request with its key does', async () => {
    const running = new RunningKeys();
    const { database, statements } = databaseWith({ verdict: 'IDEMPOTENCY_KEY_IN_PROGRESS' });
    await running.run(order.accountId, 'a-key', () =>
      createCanceller(database, running)({ ...order, idempotencyKey: 'a-key' }),
    );
    expect(statements[0]?.values?.at(-1)).toBe(false);
  });

  it('on a Citus cluster shares a statement with those of its account only', async () => {
    const { database, statements } = databaseWith(CANCELLED, CANCELLED);
    const cancel = createCanceller({ ...database, layout: 'citus' }, new RunningKeys());
    await Promise.all([cancel(order), cancel({ ...order, accountId: '3'.repeat(24) })]);
    expect(statements.map(({ values }) => values?.[0])).toEqual(['1'.repeat(24), '3'.repeat(24)]);
  });
});
