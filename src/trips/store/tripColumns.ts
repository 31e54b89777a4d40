import { MEMBERS_SHAPE } from '../../contract/trip.ts';
import type { RowsetColumn } from '../../database/rowset.ts';
import type { TripInJson, TripRow } from '../tripRow.ts';

/** Every member of a trip with its column: the one place where they are matched. */
const COLUMNS: Record<keyof TripRow, [column: string, type: string]> = {
  accountId: ['account_id', 'text'],
  tripId: ['trip_id', 'text'],
  version: ['version', 'int'],
  status: ['status', 'text'],
  isPaid: ['is_paid', 'boolean'],
  executorId: ['executor_id', 'text'],
  clientId: ['client_id', 'text'],
  vehicleId: ['vehicle_id', 'text'],
  serviceTierId: ['service_tier_id', 'text'],
  pricingSchemeId: ['pricing_scheme_id', 'text'],
  tripType: ['trip_type', 'text'],
  scheduledAt: ['scheduled_at', 'timestamptz'],
  priceCents: ['price_cents', 'bigint'],
  priceHtCents: ['price_ht_cents', 'bigint'],
  vatRate: ['vat_rate', 'int'],
  paxNumber: ['pax_number', 'int'],
  pickupAddress: ['pickup_address', 'text'],
  pickupLat: ['pickup_lat', 'float8'],
  pickupLng: ['pickup_lng', 'float8'],
  destinationAddress: ['destination_address', 'text'],
  destinationLat: ['destination_lat', 'float8'],
  destinationLng: ['destination_lng', 'float8'],
  note: ['note', 'text'],
  externalReference: ['external_reference', 'text'],
  metadata: ['metadata', 'text'],
  estimatedDistanceKm: ['estimated_distance_km', 'float8'],
  estimatedDurationMinutes: ['estimated_duration_minutes', 'float8'],
  createdAt: ['created_at', 'timestamptz'],
};
const ENTRIES = Object.entries(COLUMNS) as [keyof TripRow, [column: string, type: string]][];

/** For an INSERT and the SELECT that feeds it. */
export const TRIP_COLUMNS = ENTRIES.map(([, [column]]) => column);

/** For a rowset of things that have a trip each. */
export const tripRowsetColumns = <Row>(tripOf: (row: Row) => TripRow): RowsetColumn<Row>[] =>
  ENTRIES.map(([member, [name, type]]) => ({ name, type, of: (row) => tripOf(row)[member] }));

/** What the account's people can change of a trip; updateTrip.ts says until when. */
export const UPDATABLE = [
  'scheduledAt',
  'estimatedDurationMinutes',
  'vehicleId',
  'paxNumber',
  'note',
  'priceCents',
  'priceHtCents',
] as const;
export type UpdatableMembers = Pick<TripInJson, (typeof UPDATABLE)[number]>;

/** For an UPDATE that sets these members to parameters, the first of which has this number. */
export const setTripColumns = (members: readonly (keyof TripRow)[], first: number) =>
  members.map((member, index) => `${COLUMNS[member][0]} = $${first + index}`).join(', ');

/** All columns of trips as `t` in one: a TripInJson. */
export const TRIP_AS_JSON = `json_build_object(${ENTRIES.map(([member, [column]]) => `'${member}', t.${column}`).join(', ')})`;

/** Whether the stored text has today's members. A trip of release 1.0 has no number. */
const IS_CURRENT = `t.fixed_members IS NOT NULL AND coalesce(t.members_shape, 1) = ${MEMBERS_SHAPE}`;

/** A StoredTrip, for a SELECT or RETURNING from trips as `t`. */
export const SELECT_STORED_TRIP = `
  t.version, t.status, t.is_paid AS "isPaid", t.executor_id AS "executorId",
  CASE WHEN ${IS_CURRENT} THEN t.fixed_members END AS "fixedMembers",
  CASE WHEN ${IS_CURRENT} THEN NULL ELSE ${TRIP_AS_JSON} END AS row`;

/** The same from a relation that has them by these names. */
export const STORED_TRIP = 'version, status, "isPaid", "executorId", "fixedMembers", "row"';
