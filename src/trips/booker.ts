import { batched, batchLimits } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import type { TripDraft } from './draft.ts';
import { AnsweredKeys, type RunningKeys } from './idempotency.ts';
import { type Booking, type BookingAuthor, type BookingOutcome, bookTrips } from './store/bookTrips.ts';
import { findKnownResponses, type KeyedBooking, type KnownResponse } from './store/idempotencyKeys.ts';
import { renderFixedMembers } from './tripView.ts';

export interface BookingOrder extends KeyedBooking {
  /** Stands in the trip's history. */
  bookedBy: BookingAuthor;
  memberEmail?: string | null;
  /** Makes the trip and its rider; not called when the response is known already. */
  draft(): TripDraft;
}

export type BookingResult =
  | Exclude<BookingOutcome, { verdict: 'lost_race' | 'booked' }>
  | { verdict: 'booked'; responseBody: string };

export type Booker = (order: BookingOrder) => Promise<BookingResult>;

// After losing its key to another process, a booking finds that process's response on the second attempt. The third covers a
// key that expires in between.
const MAX_ATTEMPTS = 3;

/**
 * Books, or returns the original response. A key that was seen answered is most likely sent again: then the response is looked
 * up first, which costs a fraction of a booking. The database decides every time whether it still holds.
 */
export function createBooker(database: Queryable, running: RunningKeys): Booker {
  const answered = new AnsweredKeys();
  const submitterFor = (bookedBy: BookingAuthor) =>
    batched<Booking, BookingOutcome>({
      ...batchLimits(database, { maxInFlight: 4 }),
      accountOf: ({ trip }) => trip.accountId,
      lockOf: ({ trip, mayExecute }) => (mayExecute ? trip.accountId : undefined),
      run: (bookings) => bookTrips(database, bookings, bookedBy),
    });
  const submit = { API: submitterFor('API'), DASHBOARD: submitterFor('DASHBOARD') };
  const findKnown = batched<KeyedBooking, KnownResponse | undefined>({
    ...batchLimits(database, { maxInFlight: 2 }),
    accountOf: ({ accountId }) => accountId,
    run: (requests) => findKnownResponses(database, requests),
  });

  async function execute(order: BookingOrder, mayExecute: boolean): Promise<BookingResult> {
    const { idempotencyKey, fingerprint, response, bookedBy, memberEmail = null } = order;
    const { trip, newRider } = order.draft();
    const fixedMembers = renderFixedMembers(trip);
    const booking = { idempotencyKey, fingerprint, response, trip, newRider, fixedMembers, memberEmail, mayExecute };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const outcome = await submit[bookedBy](booking);
      if (outcome.verdict === 'booked')
        return { verdict: 'booked', responseBody: response.start + fixedMembers + response.end };
      if (outcome.verdict !== 'lost_race') return outcome;
    }
    return { verdict: 'IDEMPOTENCY_KEY_IN_PROGRESS' };
  }

  return async (order) => {
    const { accountId, idempotencyKey } = order;
    if (answered.has(accountId, idempotencyKey)) {
      const known = await findKnown(order);
      if (known !== undefined) return known;
    }
    const result = await running.run(accountId, idempotencyKey, (mayExecute) => execute(order, mayExecute));
    if (result.verdict === 'booked' || result.verdict === 'replay') answered.note(accountId, idempotencyKey);
    return result;
  };
}
