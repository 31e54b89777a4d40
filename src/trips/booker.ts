import { batched } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import type { RunningKeys } from './idempotency.ts';
import { type Booking, type BookingOutcome, bookTrips } from './store/bookTrips.ts';

export type Booker = (
  booking: Omit<Booking, 'mayExecute'>,
) => Promise<Exclude<BookingOutcome, { verdict: 'lost_race' }>>;

// A booking that lost its key to another process finds that one's answer at the next look; more looks are for a key
// that is taken, expires and is taken again meanwhile, which does not happen.
const MOST_LOOKS = 3;

export function createBooker(database: Queryable, running: RunningKeys): Booker {
  const submit = batched<Booking, BookingOutcome>({
    maxRows: 200,
    maxInFlight: 4,
    accountOf: ({ trip }) => trip.accountId,
    run: (bookings) => bookTrips(database, bookings),
  });
  return (booking) =>
    running.run(booking.trip.accountId, booking.idempotencyKey, async (mayExecute) => {
      for (let look = 0; look < MOST_LOOKS; look += 1) {
        const outcome = await submit({ ...booking, mayExecute });
        if (outcome.verdict !== 'lost_race') return outcome;
      }
      return { verdict: 'in_progress' };
    });
}
