import { batched, batchLimits } from '../database/batching.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { RunningKeys } from './idempotency.ts';
import { tripBody } from './responses.ts';
import { type Cancellation, type CancellationOutcome, cancelTrips } from './store/cancelTrips.ts';
import { keepResponses } from './store/idempotencyKeys.ts';
import { renderTrip } from './tripView.ts';

interface CancelOrder {
  accountId: string;
  tripId: string;
  changedAt: Date;
  reason: string | null;
  idempotencyKey: string | undefined;
  fingerprint: Buffer;
}

type Outcome = Exclude<CancellationOutcome, { verdict: 'cancelled' }> | { verdict: 'cancelled'; responseBody: string };
type CancelResult = Exclude<Outcome, { verdict: 'try_again' }>;
export type Canceller = (order: CancelOrder) => Promise<CancelResult>;

// Each attempt after the first means that the trip was changed in the few milliseconds between.
const MAX_ATTEMPTS = 8;

export function createCanceller(database: Database, running: RunningKeys): Canceller {
  const submit = batched<Cancellation, Outcome>({
    ...batchLimits(database, { maxInFlight: 4 }),
    accountOf: ({ accountId }) => accountId,
    lockOf: ({ accountId, keyed }) => (keyed?.mayExecute === false ? undefined : accountId),
    run: (cancellations) =>
      cancellations.some(({ keyed }) => keyed)
        ? database.transaction((transaction) => cancelAndRespond(transaction, cancellations))
        : cancelAndRespond(database, cancellations),
  });

  async function cancel({ accountId, tripId, changedAt, reason }: CancelOrder, keyed: Cancellation['keyed']) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const outcome = await submit({ accountId, tripId, changedAt, changedBy: 'API', reason, keyed });
      if (outcome.verdict !== 'try_again') return outcome;
    }
    return { verdict: 'IDEMPOTENCY_KEY_IN_PROGRESS' } as const;
  }

  return (order) => {
    const { accountId, idempotencyKey, fingerprint } = order;
    if (idempotencyKey === undefined) return cancel(order, null);
    return running.run(accountId, idempotencyKey, (mayExecute) =>
      cancel(order, { idempotencyKey, fingerprint, mayExecute }),
    );
  };
}

/** Cancels, renders the trips as the locks hold them, and stores the responses of those that carry a key. */
async function cancelAndRespond(database: Queryable, cancellations: readonly Cancellation[]): Promise<Outcome[]> {
  const outcomes = (await cancelTrips(database, cancellations)).map((outcome) =>
    outcome.verdict === 'cancelled'
      ? { verdict: outcome.verdict, responseBody: tripBody(renderTrip(outcome.trip)) }
      : outcome,
  );
  const kept = cancellations.flatMap(({ accountId, keyed }, index) => {
    const outcome = outcomes[index];
    return keyed && outcome?.verdict === 'cancelled'
      ? [{ accountId, idempotencyKey: keyed.idempotencyKey, responseBody: outcome.responseBody }]
      : [];
  });
  if (kept.length > 0) await keepResponses(database, kept);
  return outcomes;
}
