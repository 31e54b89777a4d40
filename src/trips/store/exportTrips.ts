import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { TripType } from '../../money/vat.ts';
import { assignedTo, type TripListing, UNASSIGNED } from './listTrips.ts';

/** A trip with the names of what it refers to, for people outside the service. */
export interface ExportedTrip {
  tripId: string;
  externalReference: string | null;
  status: TripStatus;
  isPaid: boolean;
  tripType: TripType;
  scheduledAt: Date;
  createdAt: Date;
  riderName: string;
  riderPhone: string | null;
  riderEmail: string | null;
  riderCompany: string | null;
  pickupAddress: string;
  destinationAddress: string;
  driverName: string | null;
  vehicleName: string | null;
  vehiclePlate: string | null;
  serviceTierName: string | null;
  paxNumber: number;
  distanceKm: number | null;
  durationMinutes: number | null;
  priceCents: number;
  priceHtCents: number;
  vatRate: number;
  note: string | null;
  cancelReason: string | null;
}

export interface TripExport
  extends Pick<TripListing, 'accountId' | 'status' | 'statuses' | 'executorId' | 'from' | 'to'> {
  /** The last trip of the page before; undefined for the first page. */
  after: Pick<ExportedTrip, 'scheduledAt' | 'tripId'> | undefined;
  limit: number;
}

/** A statement for each, so that the trips of a driver are found by their own index. */
function statementFor(executorId: TripExport['executorId']): { name: string; condition: string } {
  if (executorId === undefined) return { name: 'export_trips', condition: '' };
  if (executorId === null) return { name: 'export_trips_unassigned', condition: `AND ${UNASSIGNED}` };
  return { name: 'export_trips_executor', condition: `AND ${assignedTo('$7')}` };
}

/**
 * One page of the account's trips in the order of their pickups. An index alone finds the page, so each page costs its own
 * rows. A trip whose pickup is changed meanwhile may be on two pages, or on none.
 */
export async function exportTrips(database: Queryable, wanted: TripExport): Promise<ExportedTrip[]> {
  const { executorId } = wanted;
  const statuses = wanted.statuses ?? (wanted.status && [wanted.status]);
  const { name, condition } = statementFor(executorId);
  const { rows } = await database.query<ExportedTrip>({
    name,
    text: `
      SELECT t.trip_id AS "tripId", t.external_reference AS "externalReference", t.status, t.is_paid AS "isPaid",
             t.trip_type AS "tripType", t.scheduled_at AS "scheduledAt", t.created_at AS "createdAt",
             concat_ws(' ', r.first_name, r.last_name) AS "riderName", r.phone AS "riderPhone", r.email AS "riderEmail",
             r.company_name AS "riderCompany", t.pickup_address AS "pickupAddress",
             t.destination_address AS "destinationAddress", e.name AS "driverName", v.name AS "vehicleName",
             v.plate AS "vehiclePlate", s.name AS "serviceTierName", t.pax_number AS "paxNumber",
             t.estimated_distance_km AS "distanceKm", t.estimated_duration_minutes AS "durationMinutes",
             t.price_cents AS "priceCents", t.price_ht_cents AS "priceHtCents", t.vat_rate AS "vatRate", t.note,
             (SELECT h.reason FROM trip_status_history h
               WHERE h.account_id = t.account_id AND h.trip_id = t.trip_id AND h.status = 'CANCELLED') AS "cancelReason"
        FROM trips t
        JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
        LEFT JOIN parties e ON e.account_id = t.executor_id
        LEFT JOIN vehicles v ON v.account_id = t.account_id AND v.vehicle_id = t.vehicle_id
        LEFT JOIN service_tiers s ON s.service_tier_id = t.service_tier_id
       WHERE t.account_id = $1 AND t.trip_id = ANY (ARRAY(
               SELECT trip_id FROM trips
                WHERE account_id = $1 AND scheduled_at BETWEEN $2 AND $3 AND ($4::text[] IS NULL OR status = ANY($4)) ${condition}
                  AND (scheduled_at, trip_id) > ($2::timestamptz, $5::text)
                ORDER BY scheduled_at, trip_id LIMIT $6))
       ORDER BY t.scheduled_at, t.trip_id`,
    values: [
      wanted.accountId,
      (wanted.after?.scheduledAt ?? wanted.from)?.toISOString() ?? '-infinity',
      wanted.to?.toISOString() ?? 'infinity',
      statuses ?? null,
      wanted.after?.tripId ?? '',
      wanted.limit,
      ...(executorId ? [executorId] : []),
    ],
  });
  return rows;
}

/** The trips of one status and VAT rate, and what they cost. */
export interface TripTotal {
  status: TripStatus;
  vatRate: number;
  trips: number;
  priceHtCents: number;
  vatCents: number;
  priceCents: number;
}

/** The totals of the account's trips by status and VAT rate, with a pickup from `from` until before `before`. */
export async function totalTrips(
  database: Queryable,
  { accountId, from, before }: { accountId: string; from: Date; before: Date },
): Promise<TripTotal[]> {
  const { rows } = await database.query<TripTotal>({
    name: 'total_trips',
    text: `SELECT status, vat_rate AS "vatRate", count(*) AS trips, sum(price_ht_cents)::bigint AS "priceHtCents",
                  sum(price_cents - price_ht_cents)::bigint AS "vatCents", sum(price_cents)::bigint AS "priceCents"
             FROM trips WHERE account_id = $1 AND scheduled_at >= $2 AND scheduled_at < $3
            GROUP BY status, vat_rate ORDER BY status, vat_rate`,
    values: [accountId, from, before],
  });
  return rows;
}
