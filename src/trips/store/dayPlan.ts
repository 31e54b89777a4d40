import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { StoredTrip, TripRow } from '../tripRow.ts';
import { SELECT_STORED_TRIP } from './tripColumns.ts';
import { EXECUTOR_JOIN, executorFor, type TripDetails } from './tripDetails.ts';

export interface PlannedTrip {
  tripId: string;
  trip: StoredTrip;
  riderName: string;
  riderPhone: string | null;
  /** Their phone number as it is compared. */
  riderNumber: string | null;
  executor: TripDetails['executor'];
  vehicleName: string | null;
  vehicleSeats: number | null;
}

/** More rides than anybody drives in a day on one page. */
export const MOST_PLANNED = 500;

/** Trips with this driver, this vehicle, this rider, or one with this phone number. */
export type PlannedWith = Partial<
  Pick<TripRow, 'executorId' | 'vehicleId' | 'clientId'> & Pick<PlannedTrip, 'riderPhone'>
>;

/** The account's trips with their pickup in [from, to), in that order; cancelled ones last. */
export async function listPlannedTrips(
  database: Queryable,
  accountId: string,
  [from, to]: readonly [from: Date, to: Date],
  only?: PlannedWith,
): Promise<PlannedTrip[]> {
  const { rows } = await database.query<StoredTrip & Omit<PlannedTrip, 'trip'>>({
    name: 'list_planned_trips',
    text: `
      SELECT t.trip_id AS "tripId", ${SELECT_STORED_TRIP},
             concat_ws(' ', r.first_name, r.last_name) AS "riderName", r.phone AS "riderPhone",
             comparable_phone(r.phone) AS "riderNumber",
             ${executorFor('$1')} AS executor, v.name AS "vehicleName", v.seats AS "vehicleSeats"
        FROM trips t
        JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
        LEFT JOIN vehicles v ON v.account_id = t.account_id AND v.vehicle_id = t.vehicle_id
        ${EXECUTOR_JOIN}
       WHERE t.account_id = $1 AND t.scheduled_at >= $2 AND t.scheduled_at < $3
         AND ($4 OR t.executor_id = $5 OR t.vehicle_id = $6 OR t.client_id = $7
              OR comparable_phone(r.phone) = comparable_phone($8))
       ORDER BY t.status = 'CANCELLED', t.scheduled_at, t.trip_id
       LIMIT ${MOST_PLANNED}`,
    values: [
      ...[accountId, from, to, only === undefined],
      ...[only?.executorId, only?.vehicleId, only?.clientId, only?.riderPhone],
    ],
  });
  return rows.map(({ tripId, riderName, riderPhone, riderNumber, executor, vehicleName, vehicleSeats, ...trip }) => ({
    ...{ tripId, riderName, riderPhone, riderNumber, executor, vehicleName, vehicleSeats },
    trip,
  }));
}

export interface DayCount {
  /** In [from, to): the number of trips that are not cancelled, and how many of them still need a driver. */
  trips: number;
  withoutDriver: number;
}

/** One count for each pair of neighbouring moments. Trips with one of these statuses need a driver. */
export async function countPlannedTrips(
  database: Queryable,
  accountId: string,
  moments: readonly Date[],
  statusesToDrive: readonly TripStatus[],
): Promise<DayCount[]> {
  const { rows } = await database.query<DayCount>({
    name: 'count_planned_trips',
    text: `
      SELECT count(t.trip_id)::int AS trips,
             count(t.trip_id) FILTER (WHERE t.executor_id IS NULL AND t.status = ANY ($4))::int AS "withoutDriver"
        FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS day(start, finish, place)
        LEFT JOIN trips t ON t.account_id = $1 AND t.scheduled_at >= day.start AND t.scheduled_at < day.finish
                         AND t.status <> 'CANCELLED'
       GROUP BY place ORDER BY place`,
    values: [accountId, moments.slice(0, -1), moments.slice(1), statusesToDrive],
  });
  return rows;
}

/** How many of the account's trips with their pickup in [from, to) have one of these statuses. */
export async function countTripsIn(
  database: Queryable,
  accountId: string,
  [from, to]: readonly [from: Date, to: Date],
  statuses: readonly TripStatus[],
): Promise<number> {
  const { rows } = await database.query<{ trips: number }>({
    name: 'count_trips_in',
    text: `
      SELECT count(*)::int AS trips FROM trips
       WHERE account_id = $1 AND scheduled_at >= $2 AND scheduled_at < $3 AND status = ANY ($4)`,
    values: [accountId, from, to, statuses],
  });
  return rows[0]?.trips ?? 0;
}
