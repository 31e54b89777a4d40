import { batched } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import type { RunningKeys } from './idempotency.ts';
import { canCancel } from './lifecycle.ts';
import {
  type Cancellation,
  type CancellationOutcome,
  cancelTrips,
  type KeyedCancellation,
} from './store/cancelTrips.ts';
import type { TripFinder } from './tripFinder.ts';
import type { KeptTrip } from './tripRow.ts';
import { renderTrip } from './tripView.ts';

export interface CancelOrder {
  accountId: string;
  tripId: string;
  changedAt: Date;
  idempotencyKey: string | undefined;
  fingerprint: Buffer;
  answer: KeyedCancellation['answer'];
}

export type CancelResult = Exclude<CancellationOutcome, { verdict: 'unrendered' | 'try_again' }>;
export type Canceller = (order: CancelOrder) => Promise<CancelResult>;

// Each look after the first means that somebody else changed the trip in the few milliseconds between.
const MOST_LOOKS = 8;

export function createCanceller(database: Queryable, findTrip: TripFinder, running: RunningKeys): Canceller {
  const submit = batched<Cancellation, CancellationOutcome>({
    maxRows: 200,
    maxInFlight: 4,
    accountOf: ({ accountId }) => accountId,
    run: (cancellations) => cancelTrips(database, cancellations),
  });

  async function cancel(
    order: CancelOrder,
    key?: Pick<KeyedCancellation, 'idempotencyKey' | 'fingerprint' | 'mayExecute'>,
  ) {
    const { accountId, tripId, changedAt, answer } = order;
    let prepared: KeyedCancellation['prepared'] = null;
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const keyed = key ? { ...key, answer, prepared } : null;
      const outcome = await submit({ accountId, tripId, changedAt, changedBy: 'API', keyed });
      if (outcome.verdict === 'unrendered') prepared = await prepare(order, findTrip);
      else if (outcome.verdict !== 'try_again') return outcome;
    }
    return { verdict: 'in_progress' } as const;
  }

  return (order) => {
    const { accountId, idempotencyKey, fingerprint } = order;
    if (idempotencyKey === undefined) return cancel(order);
    return running.run(accountId, idempotencyKey, (mayExecute) =>
      cancel(order, { idempotencyKey, fingerprint, mayExecute }),
    );
  };
}

/** The answer that will be kept under the key, made from the trip as it is now: for one that has no text to make it of. */
async function prepare(order: CancelOrder, findTrip: TripFinder): Promise<KeyedCancellation['prepared']> {
  const found = await findTrip({ accountId: order.accountId, tripId: order.tripId });
  if (!found || !canCancel(found.trip.status)) return null;
  const cancelled: KeptTrip = { ...found.trip, status: 'CANCELLED', version: found.trip.version + 1 };
  const { before, after } = order.answer;
  return { version: found.trip.version, responseBody: before + renderTrip(cancelled) + after };
}
