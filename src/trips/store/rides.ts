import type { TripStatus } from '../../contract/trip.ts';
import { ALL_ACCOUNTS } from '../../database/accounts.ts';
import type { Queryable } from '../../database/connection.ts';
import type { TripType } from '../../money/vat.ts';
import type { ChangeAuthor, StoredTrip } from '../tripRow.ts';
import type { TripReference } from './findTrips.ts';
import { SELECT_STORED_TRIP } from './tripColumns.ts';

/** A ride of a driver: a trip of their own account, or one that a contractor assigned to them. */
export type Ride = StoredTrip & TripReference & { riderName: string; contractorName: string | null };

/** Trips that contractors assigned to the driver $1, and those that the driver drives for their own account. */
const FOR_CONTRACTORS = 't.executor_id = $1 AND t.executor_id <> t.account_id';
const OWN = 't.account_id = $1 AND t.executor_id = $1';

const MOST_RIDES = 200;

const select = (condition: string) => `
  (SELECT t.account_id AS "accountId", t.trip_id AS "tripId", t.scheduled_at, ${SELECT_STORED_TRIP}
     FROM trips t
    WHERE ${condition}
      AND t.scheduled_at >= $4
      AND (t.scheduled_at >= $2 OR t.scheduled_at >= $3 AND t.status <> 'FINISHED_PAYED'
           OR t.status IN ('OTWTP', 'OTWTD'))
    ORDER BY t.scheduled_at LIMIT ${MOST_RIDES})`;

interface RideListing {
  driverId: string;
  /** Rides with a later pickup are listed. */
  from: Date;
  /** Also those with a step to make, or cancelled, whose pickup was after this. */
  openFrom: Date;
  /** Also those in progress whose pickup was after this, the earliest of the three. */
  underWayFrom: Date;
}

/** A driver's next rides in the order of their pickups, across contractors. Cancelled ones too: the driver should notice. */
export async function listRides(
  database: Queryable,
  { driverId, from, openFrom, underWayFrom }: RideListing,
): Promise<Ride[]> {
  const { rows } = await database.query<Ride>({
    name: 'list_rides',
    text: `SELECT rides.*, concat_ws(' ', r.first_name, r.last_name) AS "riderName",
                  CASE WHEN rides."accountId" <> $1 THEN c.name END AS "contractorName"
             FROM (${select(FOR_CONTRACTORS)}
                   UNION ALL ${select(OWN)}) AS rides
             JOIN trips t ON t.account_id = rides."accountId" AND t.trip_id = rides."tripId"
             JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
             JOIN accounts c ON c.account_id = t.account_id
            ORDER BY rides.scheduled_at, "tripId" LIMIT ${MOST_RIDES}`,
    values: [driverId, from, openFrom, underWayFrom],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** When, where and for whom a driver is to drive. */
export interface PlannedRide extends TripReference {
  status: TripStatus;
  executorId: string;
  scheduledAt: Date;
  estimatedDurationMinutes: number | null;
  pickupAddress: { lat: number; lng: number };
  destinationAddress: { lat: number; lng: number };
  riderName: string;
  /** Null for a trip of the driver's own account. */
  contractorName: string | null;
}

const selectPlanned = (condition: string) => `
  (SELECT t.account_id AS "accountId", t.trip_id AS "tripId", t.status, t.executor_id AS "executorId",
          t.scheduled_at AS "scheduledAt", t.estimated_duration_minutes AS "estimatedDurationMinutes",
          json_build_object('lat', t.pickup_lat, 'lng', t.pickup_lng) AS "pickupAddress",
          json_build_object('lat', t.destination_lat, 'lng', t.destination_lng) AS "destinationAddress",
          concat_ws(' ', r.first_name, r.last_name) AS "riderName",
          CASE WHEN t.account_id <> $1 THEN c.name END AS "contractorName"
     FROM trips t
     JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
     JOIN accounts c ON c.account_id = t.account_id
    WHERE ${condition} AND t.scheduled_at >= $2 AND t.scheduled_at < $3
      AND t.status = ANY ($4)
    ORDER BY t.scheduled_at LIMIT ${MOST_RIDES})`;

/** The rides of a driver, across contractors, with their pickup in [from, before) and one of these statuses. */
export async function listPlannedRides(
  database: Queryable,
  driverId: string,
  [from, before]: readonly [from: Date, before: Date],
  statuses: readonly TripStatus[],
): Promise<PlannedRide[]> {
  const { rows } = await database.query<PlannedRide>({
    name: 'list_planned_rides',
    text: `${selectPlanned(FOR_CONTRACTORS)} UNION ALL ${selectPlanned(OWN)} ORDER BY "scheduledAt", "tripId"`,
    values: [driverId, from, before, statuses],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** What a driver finds a ride for a contractor by: what its page shows in words. */
interface SearchedRide {
  tripId: string;
  texts: (string | null)[];
}

const MOST_SEARCHED_RIDES = 2_000;

/** The latest rides that contractors assigned to this driver, latest pickup first. */
export async function listSearchedRides(database: Queryable, driverId: string): Promise<SearchedRide[]> {
  const { rows } = await database.query<SearchedRide>({
    name: 'list_searched_rides',
    text: `SELECT t.trip_id AS "tripId",
                  ARRAY[t.pickup_address, t.destination_address, r.first_name, r.last_name, comparable_phone(r.phone), c.name]
                    AS texts
             FROM trips t
             JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
             JOIN accounts c ON c.account_id = t.account_id
            WHERE ${FOR_CONTRACTORS}
            ORDER BY t.scheduled_at DESC, t.trip_id DESC LIMIT ${MOST_SEARCHED_RIDES}`,
    values: [driverId],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** Those of these trips that contractors assigned to this driver, latest pickup first. */
export async function findRides(database: Queryable, driverId: string, tripIds: readonly string[]): Promise<Ride[]> {
  const { rows } = await database.query<Ride>({
    name: 'find_rides',
    text: `SELECT t.account_id AS "accountId", t.trip_id AS "tripId", ${SELECT_STORED_TRIP},
                  concat_ws(' ', r.first_name, r.last_name) AS "riderName", c.name AS "contractorName"
             FROM trips t
             JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
             JOIN accounts c ON c.account_id = t.account_id
            WHERE ${FOR_CONTRACTORS} AND t.trip_id = ANY ($2)
            ORDER BY t.scheduled_at DESC, t.trip_id DESC`,
    values: [driverId, tripIds],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** A ride whose pickup the contractor moved since it was assigned to the driver. */
interface MovedRide {
  tripId: string;
  formerPickup: Date;
}

/** Those of these rides whose pickup is not what it was at this time, or when they were assigned later. */
export async function listMovedRides(
  database: Queryable,
  driverId: string,
  tripIds: readonly string[],
  after: Date,
): Promise<MovedRide[]> {
  const { rows } = await database.query<MovedRide>({
    text: `SELECT "tripId", "formerPickup" FROM (
             SELECT DISTINCT ON (t.account_id, t.trip_id)
                    t.trip_id AS "tripId", t.scheduled_at, (c.before ->> 'scheduledAt')::timestamptz AS "formerPickup"
               FROM trips t
               JOIN trip_changes c ON c.account_id = t.account_id AND c.trip_id = t.trip_id
              WHERE ${FOR_CONTRACTORS} AND t.trip_id = ANY ($2)
                AND c.changed_at > $3 AND c.before ->> 'scheduledAt' IS NOT NULL
                AND NOT EXISTS (SELECT FROM trip_assignments n
                                 WHERE n.account_id = t.account_id AND n.trip_id = t.trip_id AND n.version > c.version)
              ORDER BY t.account_id, t.trip_id, c.version) AS first_moves
            WHERE "formerPickup" <> scheduled_at`,
    values: [driverId, tripIds, after],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** A trip as an entry of a calendar or of a plan. */
export interface CalendarRide extends TripReference {
  version: number;
  status: TripStatus;
  bookedBy: ChangeAuthor;
  scheduledAt: Date;
  tripType: TripType;
  estimatedDurationMinutes: number | null;
  estimatedDistanceKm: number | null;
  pickupAddress: string;
  pickupLat: number;
  pickupLng: number;
  destinationAddress: string;
  destinationLat: number;
  destinationLng: number;
  paxNumber: number;
  note: string | null;
  riderName: string;
  riderPhone: string | null;
  vehicle: { name: string; plate: string | null } | null;
  /** Null for a trip of the account itself. */
  contractorName: string | null;
  hasDriver: boolean;
  /** Null if nobody else drives it. */
  driverName: string | null;
}

const MOST_CALENDAR_RIDES = 2_000;

/** Joined here, since a Citus cluster joins the trips of many accounts only where they are. */
const selectForCalendar = (condition: string, most = MOST_CALENDAR_RIDES) => `
  (SELECT t.account_id AS "accountId", t.trip_id AS "tripId", t.version, t.status,
          t.scheduled_at AS "scheduledAt", t.trip_type AS "tripType",
          t.estimated_duration_minutes AS "estimatedDurationMinutes", t.estimated_distance_km AS "estimatedDistanceKm",
          t.pickup_address AS "pickupAddress", t.pickup_lat AS "pickupLat", t.pickup_lng AS "pickupLng",
          t.destination_address AS "destinationAddress", t.destination_lat AS "destinationLat",
          t.destination_lng AS "destinationLng", t.pax_number AS "paxNumber", t.note, h.changed_by AS "bookedBy",
          concat_ws(' ', r.first_name, r.last_name) AS "riderName", r.phone AS "riderPhone",
          CASE WHEN v.vehicle_id IS NOT NULL THEN json_build_object('name', v.name, 'plate', v.plate) END AS vehicle,
          CASE WHEN t.account_id <> $1 THEN c.name END AS "contractorName",
          t.executor_id IS NOT NULL AS "hasDriver",
          CASE WHEN t.executor_id <> $1 THEN e.name END AS "driverName"
     FROM trips t
     JOIN trip_status_history h ON h.account_id = t.account_id AND h.trip_id = t.trip_id AND h.version = 1
     JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
     JOIN accounts c ON c.account_id = t.account_id
     LEFT JOIN accounts e ON e.account_id = t.executor_id
     LEFT JOIN vehicles v ON v.account_id = t.account_id AND v.vehicle_id = t.vehicle_id
    WHERE ${condition} AND t.scheduled_at >= $2 AND t.scheduled_at < $3
    ORDER BY t.scheduled_at LIMIT ${most})`;

export interface CalendarListing {
  accountId: string;
  from: Date;
  /** Until before this pickup; without it, all that follow. */
  before?: Date | undefined;
}

/** The account's own trips and those that contractors assigned to it, cancelled ones too, by pickup. */
export async function listCalendarRides(
  database: Queryable,
  { accountId, from, before }: CalendarListing,
): Promise<CalendarRide[]> {
  const { rows } = await database.query<CalendarRide>({
    name: 'list_calendar_rides',
    text: `SELECT * FROM (${selectForCalendar(FOR_CONTRACTORS)}
                          UNION ALL ${selectForCalendar('t.account_id = $1')}) AS rides
            ORDER BY "scheduledAt", "tripId" LIMIT ${MOST_CALENDAR_RIDES}`,
    values: [accountId, from, before?.toISOString() ?? 'infinity'],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** More than any driver drives; a fleet with an account of a driver may come near it. */
const MOST_RIDES_OF_A_MONTH = 10_000;

/** Those alone that contractors assigned to this driver, cancelled ones too, by pickup. */
export async function listContractorsRides(
  database: Queryable,
  { driverId, from, before }: { driverId: string; from: Date; before: Date },
): Promise<CalendarRide[]> {
  const { rows } = await database.query<CalendarRide>({
    name: 'list_contractors_rides',
    text: selectForCalendar(FOR_CONTRACTORS, MOST_RIDES_OF_A_MONTH),
    values: [driverId, from, before],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** A trip that a contractor assigned to this driver. */
export async function findRide(
  database: Queryable,
  driverId: string,
  tripId: string,
): Promise<(TripReference & { version: number }) | undefined> {
  const { rows } = await database.query<TripReference & { version: number }>({
    name: 'find_ride',
    text: `SELECT t.account_id AS "accountId", t.trip_id AS "tripId", t.version FROM trips t
            WHERE ${FOR_CONTRACTORS} AND t.trip_id = $2`,
    values: [driverId, tripId],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0];
}

/** Whether any contractor has assigned a trip to this driver. */
export async function hasAssignedRides(database: Queryable, driverId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'has_assigned_rides',
    text: `SELECT FROM trips t WHERE ${FOR_CONTRACTORS} LIMIT 1`,
    values: [driverId],
    actsFor: ALL_ACCOUNTS,
  });
  return rowCount !== 0;
}

/** Whether this trip of a contractor was assigned to the driver at some time. */
export async function wasAssigned(database: Queryable, driverId: string, tripId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'was_assigned',
    text: `SELECT FROM trip_assignments
            WHERE executor_id = $1 AND executor_id <> account_id AND trip_id = $2
            LIMIT 1`,
    values: [driverId, tripId],
    actsFor: ALL_ACCOUNTS,
  });
  return rowCount !== 0;
}
