import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cancellation, cancelTrips } from '../../src/trips/store/cancelTrips.ts';
import { renderTrip } from '../../src/trips/tripView.ts';
import { openTransaction, untilStatementWaits } from '../support/otherProcess.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;

beforeAll(async () => {
  service = await startService();
  account = await service.account({ role: 'CONTRACTOR' });
});
afterAll(() => service.close());

const [before, after] = ['{"trip":', '}'];

/** A cancellation, under a key of its own, of a trip of its own. */
async function cancellation(): Promise<Cancellation> {
  const { _id } = await account.api.createdTrip({ note: 'a "quoted" \\ note \u2028 🚕' });
  const keyed = { idempotencyKey: randomUUID(), fingerprint: Buffer.alloc(32), mayExecute: true };
  return {
    accountId: account.accountId,
    tripId: _id,
    changedAt: service.clock.now(),
    changedBy: 'API',
    keyed: { ...keyed, answer: { before, after }, prepared: null },
  };
}

async function keptAnswer({ keyed }: Cancellation): Promise<string | undefined> {
  const { rows } = await service.database.query<{ answer: string }>({
    text: 'SELECT response_body AS answer FROM idempotency_keys WHERE account_id = $1 AND idempotency_key = $2',
    values: [account.accountId, keyed?.idempotencyKey],
  });
  return rows[0]?.answer;
}

/** What becomes of the cancellations if another process changes the first one's trip while their statement waits for it. */
async function outcomesAfter(change: string, cancellations: Cancellation[]) {
  const other = await openTransaction(service);
  await other.query(`UPDATE trips SET version = version + 1, ${change} WHERE account_id = $1 AND trip_id = $2`, [
    account.accountId,
    cancellations[0]?.tripId,
  ]);
  const outcomes = cancelTrips(service.database, cancellations);
  await untilStatementWaits(service);
  await other.commit();
  return outcomes;
}

// A row that travels alone goes by another statement than several.
describe.each([
  ['alone', 0],
  ['with others', 3],
])('a cancellation with a key that travels %s', (_, others) => {
  const together = (first: Cancellation) =>
    Promise.all([Promise.resolve(first), ...Array.from({ length: others }, cancellation)]);

  it('is kept, to the byte, as the trip is by then, though it was changed meanwhile', async () => {
    const cancellations = await together(await cancellation());
    const outcomes = await outcomesAfter(`is_paid = true, executor_id = account_id`, cancellations);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.verdict !== 'cancelled') throw new Error(outcome.verdict);
      const { isPaid, executorId, version } = outcome.trip;
      expect([isPaid, executorId, version]).toEqual(index === 0 ? [true, account.accountId, 3] : [false, null, 2]);
      expect(await keptAnswer(cancellations[index] as Cancellation)).toBe(before + renderTrip(outcome.trip) + after);
    }
  });

  it('tries again, and keeps nothing, if the trip was cancelled meanwhile', async () => {
    const cancellations = await together(await cancellation());
    const outcomes = await outcomesAfter(`status = 'CANCELLED'`, cancellations);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['try_again', ...Array(others).fill('cancelled')]);
    expect(await keptAnswer(cancellations[0] as Cancellation)).toBeUndefined();
    const [again] = await cancelTrips(service.database, cancellations.slice(0, 1));
    expect(again?.verdict).toBe('already_cancelled');
  });

  it('is prepared anew if the trip lost its text meanwhile', async () => {
    const cancellations = await together(await cancellation());
    const outcomes = await outcomesAfter(`note = 'changed by hand'`, cancellations);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['unrendered', ...Array(others).fill('cancelled')]);
    expect(await keptAnswer(cancellations[0] as Cancellation)).toBeUndefined();
  });
});
