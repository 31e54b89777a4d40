import type { RiderDetails } from '../../accounts/riderStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { type RowsetColumn, rowset } from '../../database/rowset.ts';
import type { TripRow } from '../tripRow.ts';

export interface Booking {
  trip: TripRow;
  newRider: RiderDetails | null;
  idempotencyKey: string;
  fingerprint: Buffer;
  /** The answer if it succeeds, kept for replays. */
  responseBody: string;
  /** False: only look whether the key has an answer, because another request with it is being executed. */
  mayExecute: boolean;
}

export type BookingOutcome =
  | { verdict: 'booked' }
  | { verdict: 'replay'; responseBody: string }
  | { verdict: 'conflict' | 'in_progress' }
  | { verdict: 'lost_race' }
  | { verdict: 'in_past' | 'client_not_found' | 'vehicle_not_found' | 'scheme_not_found' | 'tier_not_found' };

const trip = (name: string, type: string, of: (row: TripRow) => unknown): RowsetColumn<Booking> => ({
  name,
  type,
  of: (booking) => of(booking.trip),
});
const rider = (name: string, of: (row: RiderDetails) => unknown): RowsetColumn<Booking> => ({
  name,
  type: 'text',
  of: (booking) => (booking.newRider === null ? null : (of(booking.newRider) ?? null)),
});

const bookings = rowset<Booking>('booking', [
  { name: 'idempotency_key', type: 'text', of: (booking) => booking.idempotencyKey },
  { name: 'fingerprint', type: 'bytea', of: (booking) => booking.fingerprint },
  { name: 'response_body', type: 'text', of: (booking) => booking.responseBody },
  { name: 'may_execute', type: 'boolean', of: (booking) => booking.mayExecute },
  { name: 'is_new_rider', type: 'boolean', of: (booking) => booking.newRider !== null },
  rider('first_name', (row) => row.firstName),
  rider('last_name', (row) => row.lastName),
  rider('phone', (row) => row.phone),
  rider('email', (row) => row.email),
  rider('company_name', (row) => row.companyName),
  rider('rider_type', (row) => row.type),
  rider('rider_address', (row) => row.address),
  rider('city', (row) => row.city),
  rider('country', (row) => row.country),
  rider('postal_code', (row) => row.postalCode),
  trip('account_id', 'text', (row) => row.accountId),
  trip('trip_id', 'text', (row) => row.tripId),
  trip('status', 'text', (row) => row.status),
  trip('executor_id', 'text', (row) => row.executorId),
  trip('client_id', 'text', (row) => row.clientId),
  trip('vehicle_id', 'text', (row) => row.vehicleId),
  trip('service_tier_id', 'text', (row) => row.serviceTierId),
  trip('pricing_scheme_id', 'text', (row) => row.pricingSchemeId),
  trip('trip_type', 'text', (row) => row.tripType),
  trip('scheduled_at', 'timestamptz', (row) => row.scheduledAt.toISOString()),
  trip('price_cents', 'bigint', (row) => row.priceCents),
  trip('price_ht_cents', 'bigint', (row) => row.priceHtCents),
  trip('vat_rate', 'int', (row) => row.vatRate),
  trip('pax_number', 'int', (row) => row.paxNumber),
  trip('pickup_address', 'text', (row) => row.pickupAddress),
  trip('pickup_lat', 'float8', (row) => row.pickupLat),
  trip('pickup_lng', 'float8', (row) => row.pickupLng),
  trip('destination_address', 'text', (row) => row.destinationAddress),
  trip('destination_lat', 'float8', (row) => row.destinationLat),
  trip('destination_lng', 'float8', (row) => row.destinationLng),
  trip('note', 'text', (row) => row.note),
  trip('estimated_distance_km', 'float8', (row) => row.estimatedDistanceKm),
  trip('estimated_duration_minutes', 'float8', (row) => row.estimatedDurationMinutes),
  trip('created_at', 'timestamptz', (row) => row.createdAt.toISOString()),
]);

/**
 * One statement, so one transaction and one round trip, for any number of bookings. Each is judged by itself:
 *
 * - judged: what is known before anything is written: an answer under this key, or a rule that refuses.
 * - claimed: the key's record. Whoever inserts it has the booking; a key that is past its day is taken over. A second
 *   process with the same key waits here until the first has committed, and then gets no row: it lost the race.
 * - the rider, the trip and its first history entry are written for those who hold their key, and commit with it.
 *
 * Keys are claimed in one order, so that two such statements cannot each wait for the other.
 */
const BOOK = `
  WITH judged AS (
    SELECT booking.*, known.response_body AS known_body,
           CASE
             WHEN known.fingerprint = booking.fingerprint THEN 'replay'
             WHEN known.fingerprint IS NOT NULL THEN 'conflict'
             WHEN NOT booking.may_execute THEN 'in_progress'
             WHEN booking.scheduled_at <= booking.created_at THEN 'in_past'
             WHEN NOT booking.is_new_rider AND NOT EXISTS (
               SELECT FROM riders r WHERE r.account_id = booking.account_id AND r.client_id = booking.client_id
             ) THEN 'client_not_found'
             WHEN booking.vehicle_id IS NOT NULL AND NOT EXISTS (
               SELECT FROM vehicles v WHERE v.account_id = booking.account_id AND v.vehicle_id = booking.vehicle_id
             ) THEN 'vehicle_not_found'
             WHEN booking.pricing_scheme_id IS NOT NULL AND NOT EXISTS (
               SELECT FROM pricing_schemes s
                WHERE s.account_id = booking.account_id AND s.pricing_scheme_id = booking.pricing_scheme_id
             ) THEN 'scheme_not_found'
             WHEN booking.service_tier_id IS NOT NULL AND NOT EXISTS (
               SELECT FROM service_tiers c WHERE c.service_tier_id = booking.service_tier_id
             ) THEN 'tier_not_found'
             ELSE 'booked'
           END AS verdict
      FROM ${bookings.source}
      LEFT JOIN idempotency_keys known
        ON known.account_id = booking.account_id AND known.idempotency_key = booking.idempotency_key
       AND known.expires_at > now()
  ),
  claimed AS (
    INSERT INTO idempotency_keys AS k (account_id, idempotency_key, fingerprint, response_body, expires_at)
    SELECT account_id, idempotency_key, fingerprint, response_body, now() + interval '24 hours'
      FROM judged WHERE verdict = 'booked'
     ORDER BY account_id, idempotency_key
    ON CONFLICT (account_id, idempotency_key) DO UPDATE
       SET fingerprint = excluded.fingerprint, response_body = excluded.response_body, expires_at = excluded.expires_at
     WHERE k.expires_at <= now()
    RETURNING account_id, idempotency_key
  ),
  winner AS (
    SELECT judged.* FROM judged JOIN claimed USING (account_id, idempotency_key) WHERE verdict = 'booked'
  ),
  new_rider AS (
    INSERT INTO riders (account_id, client_id, first_name, last_name, phone, email, company_name, type,
                        address, city, country, postal_code, created_at)
    SELECT account_id, client_id, first_name, last_name, phone, email, company_name, rider_type,
           rider_address, city, country, postal_code, created_at
      FROM winner WHERE is_new_rider
  ),
  new_trip AS (
    INSERT INTO trips (account_id, trip_id, version, status, is_paid, executor_id, client_id, vehicle_id, service_tier_id,
                       pricing_scheme_id, trip_type, scheduled_at, price_cents, price_ht_cents, vat_rate, pax_number,
                       pickup_address, pickup_lat, pickup_lng, destination_address, destination_lat, destination_lng,
                       note, estimated_distance_km, estimated_duration_minutes, created_at)
    SELECT account_id, trip_id, 1, status, false, executor_id, client_id, vehicle_id, service_tier_id,
           pricing_scheme_id, trip_type, scheduled_at, price_cents, price_ht_cents, vat_rate, pax_number,
           pickup_address, pickup_lat, pickup_lng, destination_address, destination_lat, destination_lng,
           note, estimated_distance_km, estimated_duration_minutes, created_at
      FROM winner
  ),
  new_history AS (
    INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by)
    SELECT account_id, trip_id, 1, status, created_at, 'API' FROM winner
  )
  SELECT CASE WHEN verdict = 'booked' AND claimed.account_id IS NULL THEN 'lost_race' ELSE verdict END AS verdict,
         known_body AS "responseBody"
    FROM judged LEFT JOIN claimed USING (account_id, idempotency_key)
   ORDER BY ordinal`;

/** Outcomes come in the order of the bookings. Of those with one key of one account, at most one may execute. */
export async function bookTrips(database: Queryable, rows: readonly Booking[]): Promise<BookingOutcome[]> {
  const result = await database.query<BookingOutcome>({
    name: 'book_trips',
    text: BOOK,
    values: bookings.values(rows),
  });
  return result.rows;
}
