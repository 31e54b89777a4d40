import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Cancellation, cancelTrips } from '../../src/trips/store/cancelTrips.ts';
import { countOf, openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account({ role: 'CONTRACTOR' });

/** A cancellation, under a key of its own, of a trip of its own. */
async function cancellation(): Promise<Cancellation> {
  const { _id } = await account.api.createdTrip({ note: 'a "quoted" \\ note \u2028 🚕' });
  return {
    accountId: account.accountId,
    tripId: _id,
    changedAt: service.clock.now(),
    changedBy: 'API',
    reason: null,
    keyed: { idempotencyKey: randomUUID(), fingerprint: Buffer.alloc(32), mayExecute: true },
  };
}

const isKeyClaimed = async ({ keyed }: Cancellation) =>
  (await countOf(service, 'SELECT count(*) FROM idempotency_keys WHERE idempotency_key = $1', [
    keyed?.idempotencyKey ?? '',
  ])) === 1;

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

  it('sees the trip as it is by then, though it was changed meanwhile', async () => {
    const cancellations = await together(await cancellation());
    const outcomes = await outcomesAfter(`is_paid = true, executor_id = account_id`, cancellations);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.verdict !== 'cancelled') throw new Error(outcome.verdict);
      const { isPaid, executorId, version } = outcome.trip;
      expect([isPaid, executorId, version]).toEqual(index === 0 ? [true, account.accountId, 3] : [false, null, 2]);
      expect(await isKeyClaimed(cancellations[index] as Cancellation)).toBe(true);
    }
  });

  // In steps, as on a cluster, the second statement sees at once what the first waited for.
  it.runIf(service.database.layout === 'single')(
    'tries again, and claims no key, if the trip was cancelled meanwhile',
    async () => {
      const cancellations = await together(await cancellation());
      const outcomes = await outcomesAfter(`status = 'CANCELLED'`, cancellations);
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(['try_again', ...Array(others).fill('cancelled')]);
      expect(await isKeyClaimed(cancellations[0] as Cancellation)).toBe(false);
      const [again] = await cancelTrips(service.database, cancellations.slice(0, 1));
      expect(again?.verdict).toBe('TRIP_ALREADY_CANCELLED');
    },
  );
});
