import { RIDER_COLUMNS, type RiderDetails } from '../../catalogue/riderStore.ts';
import { MEMBERS_SHAPE } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import { rowset } from '../../database/rowset.ts';
import type { ChangeAuthor, TripRow } from '../tripRow.ts';
import { eventNumber, takeNumbers } from './eventNumbers.ts';
import { claimKeys, joinKnownBooking, type KeyedBooking, keyColumns, knownBookingResponse } from './idempotencyKeys.ts';
import { TRIP_COLUMNS, tripRowsetColumns } from './tripColumns.ts';
import { addToCounts } from './tripCounts.ts';

export interface Booking extends Omit<KeyedBooking, 'accountId'> {
  trip: TripRow;
  newRider: RiderDetails | null;
  /** Stored with the trip, for readers and for replays. */
  fixedMembers: string;
  /** False: only look whether the key has a response, because another request with it is being executed. */
  mayExecute: boolean;
}

export type BookingAuthor = Exclude<ChangeAuthor, 'OPERATOR'>;

export type BookingOutcome =
  | { verdict: 'booked' }
  | { verdict: 'replay'; responseBody: string }
  | { verdict: 'IDEMPOTENCY_KEY_CONFLICT' | 'IDEMPOTENCY_KEY_IN_PROGRESS' }
  | { verdict: 'lost_race' }
  | {
      verdict:
        | 'in_past'
        | 'CLIENT_NOT_FOUND'
        | 'VEHICLE_NOT_FOUND'
        | 'PRICING_SCHEME_NOT_FOUND'
        | 'SERVICE_TIER_NOT_FOUND';
    };

// The trip has the response; only for the sake of release 1.0 is it stored in full (migration 0014).
const RESPONSE = 'stored_response(response_start || fixed_members || response_end)';

const NEW_RIDER = ['account_id', 'client_id', ...RIDER_COLUMNS.map(([, column]) => column), 'created_at'].join(', ');

const bookings = rowset<Booking>('booking', [
  ...keyColumns,
  { name: 'fixed_members', type: 'text', of: (booking) => booking.fixedMembers },
  { name: 'may_execute', type: 'boolean', of: (booking) => booking.mayExecute },
  { name: 'is_new_rider', type: 'boolean', of: (booking) => booking.newRider !== null },
  ...RIDER_COLUMNS.map(([member, name]) => ({
    name,
    type: 'text',
    of: (booking: Booking) => booking.newRider?.[member] ?? null,
  })),
  ...tripRowsetColumns<Booking>((booking) => booking.trip),
]);

/**
 * One statement, so one transaction and one round trip, for any number of bookings. Each is judged by itself:
 *
 * - judged: what is known before anything is written: a response under this key, or a rule that refuses.
 * - claimed: the key's record; a booking that gets none has lost the race for its key.
 * - the rider, the trip, its first history entry and the counts are written for those that own their key, and commit with it.
 *
 * Each author has a statement of their own, so that bookings through the API carry nothing more for the sake of the others.
 */
const bookAs = (name: string, bookedBy: BookingAuthor) =>
  bookings.statement(
    name,
    (relation) => `
  WITH judged AS (
    SELECT booking.*, ${knownBookingResponse('booking')} AS known_body, verdict, verdict = 'booked' AS is_due
      FROM ${relation}${joinKnownBooking('booking')}
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN known.fingerprint = booking.fingerprint THEN 'replay'
          WHEN known.fingerprint IS NOT NULL THEN 'IDEMPOTENCY_KEY_CONFLICT'
          WHEN NOT booking.may_execute THEN 'IDEMPOTENCY_KEY_IN_PROGRESS'
          WHEN booking.scheduled_at <= booking.created_at THEN 'in_past'
          WHEN NOT booking.is_new_rider AND (
            SELECT r.client_id FROM riders r
             WHERE r.account_id = booking.account_id AND r.client_id = booking.client_id AND r.erased_at IS NULL
          ) IS NULL THEN 'CLIENT_NOT_FOUND'
          WHEN booking.vehicle_id IS NOT NULL AND (
            SELECT v.vehicle_id FROM vehicles v
             WHERE v.account_id = booking.account_id AND v.vehicle_id = booking.vehicle_id
          ) IS NULL THEN 'VEHICLE_NOT_FOUND'
          WHEN booking.pricing_scheme_id IS NOT NULL AND (
            SELECT s.pricing_scheme_id FROM pricing_schemes s
             WHERE s.account_id = booking.account_id AND s.pricing_scheme_id = booking.pricing_scheme_id
          ) IS NULL THEN 'PRICING_SCHEME_NOT_FOUND'
          WHEN booking.service_tier_id IS NOT NULL AND (
            SELECT c.service_tier_id FROM service_tiers c WHERE c.service_tier_id = booking.service_tier_id
          ) IS NULL THEN 'SERVICE_TIER_NOT_FOUND'
          ELSE 'booked'
        END AS verdict
        OFFSET 0 -- so that PostgreSQL judges once, not wherever the verdict is used
      ) AS judgement
  ),
  claimed AS (${claimKeys('is_due', RESPONSE)}
  ),
  winner AS (
    SELECT judged.* FROM judged JOIN claimed USING (account_id, idempotency_key) WHERE is_due
  ),
  new_rider AS (
    INSERT INTO riders (${NEW_RIDER})
    SELECT ${NEW_RIDER} FROM winner WHERE is_new_rider
  ),
  new_trip AS (
    INSERT INTO trips (fixed_members, members_shape, ${TRIP_COLUMNS})
    SELECT fixed_members, ${MEMBERS_SHAPE}, ${TRIP_COLUMNS} FROM winner
  ),
  numbers AS (${takeNumbers('winner')}
  ),
  new_history AS (
    INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by, event_number)
    SELECT account_id, trip_id, version, status, created_at, '${bookedBy}', ${eventNumber('ordinal')}
      FROM winner JOIN numbers USING (account_id)
  ),
  new_counts AS (${addToCounts('(SELECT account_id, status, 1 AS trips FROM winner)')}
  )
  SELECT CASE WHEN is_due AND claimed.account_id IS NULL THEN 'lost_race' ELSE verdict END AS verdict,
         known_body AS "responseBody"
    FROM judged LEFT JOIN claimed USING (account_id, idempotency_key)
   ORDER BY ordinal`,
  );

const BOOK = {
  API: bookAs('book_trips', 'API'),
  DASHBOARD: bookAs('book_trips_in_dashboard', 'DASHBOARD'),
} satisfies Record<BookingAuthor, unknown>;

/** Outcomes come in the order of the bookings. Of those with one key of one account, at most one may execute. */
export async function bookTrips(
  database: Queryable,
  rows: readonly Booking[],
  bookedBy: BookingAuthor,
): Promise<BookingOutcome[]> {
  const result = await database.query<BookingOutcome>(BOOK[bookedBy](rows));
  return result.rows;
}
