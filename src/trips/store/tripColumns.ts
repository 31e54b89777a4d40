import type { RowsetColumn } from '../../database/rowset.ts';
import type { KeptTrip, TripRow } from '../tripRow.ts';

/** Each member of a trip with its column: the one place where the two sides are told of each other. */
const COLUMNS: [member: keyof TripRow, column: string, type: string][] = [
  ['accountId', 'account_id', 'text'],
  ['tripId', 'trip_id', 'text'],
  ['version', 'version', 'int'],
  ['status', 'status', 'text'],
  ['isPaid', 'is_paid', 'boolean'],
  ['executorId', 'executor_id', 'text'],
  ['clientId', 'client_id', 'text'],
  ['vehicleId', 'vehicle_id', 'text'],
  ['serviceTierId', 'service_tier_id', 'text'],
  ['pricingSchemeId', 'pricing_scheme_id', 'text'],
  ['tripType', 'trip_type', 'text'],
  ['scheduledAt', 'scheduled_at', 'timestamptz'],
  ['priceCents', 'price_cents', 'bigint'],
  ['priceHtCents', 'price_ht_cents', 'bigint'],
  ['vatRate', 'vat_rate', 'int'],
  ['paxNumber', 'pax_number', 'int'],
  ['pickupAddress', 'pickup_address', 'text'],
  ['pickupLat', 'pickup_lat', 'float8'],
  ['pickupLng', 'pickup_lng', 'float8'],
  ['destinationAddress', 'destination_address', 'text'],
  ['destinationLat', 'destination_lat', 'float8'],
  ['destinationLng', 'destination_lng', 'float8'],
  ['note', 'note', 'text'],
  ['estimatedDistanceKm', 'estimated_distance_km', 'float8'],
  ['estimatedDurationMinutes', 'estimated_duration_minutes', 'float8'],
  ['createdAt', 'created_at', 'timestamptz'],
];

/** For a SELECT or RETURNING from trips as `t`. */
export const SELECT_TRIP = COLUMNS.map(([member, column]) => `t.${column} AS "${member}"`).join(', ');

/** For a SELECT or RETURNING from trips as `t` of what a reader needs; `keptTrip` makes the trip of it. */
export const SELECT_KEPT_TRIP = `
  t.version, t.status, t.is_paid AS "isPaid", t.executor_id AS "executorId", t.fixed_members AS "fixedMembers",
  CASE WHEN t.fixed_members IS NULL
       THEN json_build_object(${COLUMNS.map(([member, column]) => `'${member}', t.${column}`).join(', ')})
  END AS unrendered`;

/** The same from a relation that has them by these names. */
export const KEPT_TRIP_MEMBERS = 'version, status, "isPaid", "executorId", "fixedMembers", unrendered';

/** A row in JSON has texts for times. */
type RowInJson = Omit<TripRow, 'scheduledAt' | 'createdAt'> & { scheduledAt: string; createdAt: string };
export type KeptTripRow = Omit<KeptTrip, 'unrendered'> & { unrendered: RowInJson | null };

export function keptTrip({
  version,
  status,
  isPaid,
  executorId,
  fixedMembers,
  unrendered: row,
}: KeptTripRow): KeptTrip {
  const unrendered = row && { ...row, scheduledAt: new Date(row.scheduledAt), createdAt: new Date(row.createdAt) };
  return { version, status, isPaid, executorId, fixedMembers, unrendered };
}

/** For an INSERT and the SELECT that feeds it. */
export const TRIP_COLUMNS = COLUMNS.map(([, column]) => column).join(', ');

/** For a rowset of things that have a trip each. */
export const tripRowsetColumns = <Row>(tripOf: (row: Row) => TripRow): RowsetColumn<Row>[] =>
  COLUMNS.map(([member, name, type]) => ({ name, type, of: (row) => tripOf(row)[member] }));
