import { batched } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import { AnsweredKeys, type RunningKeys } from './idempotency.ts';
import { type Booking, type BookingOutcome, bookTrips } from './store/bookTrips.ts';
import { type KeyedRequest, type RecalledAnswer, recallAnswers } from './store/recallAnswers.ts';

export interface BookingOrder extends KeyedRequest {
  /** Makes the trip, its rider and the answer; not asked for when the answer is known already. */
  draft(): Pick<Booking, 'trip' | 'newRider' | 'fixedMembers' | 'answer'>;
}

export type BookingResult = Exclude<BookingOutcome, { verdict: 'lost_race' | 'booked' }> | Booked;
interface Booked {
  verdict: 'booked';
  responseBody: string;
}

export type Booker = (order: BookingOrder) => Promise<BookingResult>;

// A booking that lost its key to another process finds that one's answer at the next look; more looks are for a key
// that is taken, expires and is taken again meanwhile, which does not happen.
const MOST_LOOKS = 3;

/**
 * Books, or gives back the answer of that day. A key that was seen answered is most likely sent again: then the answer is
 * looked for first, which costs a fraction of a booking. Whether it is still there, the database says every time.
 */
export function createBooker(database: Queryable, running: RunningKeys): Booker {
  const answered = new AnsweredKeys();
  const submit = batched<Booking, BookingOutcome>({
    maxRows: 200,
    maxInFlight: 4,
    accountOf: ({ trip }) => trip.accountId,
    run: (bookings) => bookTrips(database, bookings),
  });
  const recall = batched<KeyedRequest, RecalledAnswer | undefined>({
    maxRows: 200,
    maxInFlight: 2,
    accountOf: ({ accountId }) => accountId,
    run: (requests) => recallAnswers(database, requests),
  });

  async function execute({ draft, ...request }: BookingOrder, mayExecute: boolean): Promise<BookingResult> {
    const booking = { ...request, ...draft(), mayExecute };
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const outcome = await submit(booking);
      if (outcome.verdict === 'booked') return { verdict: 'booked', responseBody: keptAnswer(booking) };
      if (outcome.verdict !== 'lost_race') return outcome;
    }
    return { verdict: 'in_progress' };
  }

  return async (order) => {
    const { accountId, idempotencyKey, fingerprint } = order;
    if (answered.has(accountId, idempotencyKey)) {
      const known = await recall({ accountId, idempotencyKey, fingerprint });
      if (known !== undefined) return known;
    }
    const result = await running.run(accountId, idempotencyKey, (mayExecute) => execute(order, mayExecute));
    if (result.verdict === 'booked' || result.verdict === 'replay') answered.note(accountId, idempotencyKey);
    return result;
  };
}

/** The bytes that the database keeps for replays. */
const keptAnswer = ({ fixedMembers, answer }: Booking) => answer.before + fixedMembers + answer.after;
