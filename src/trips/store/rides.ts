import type { Queryable } from '../../database/connection.ts';
import type { StoredTrip } from '../tripRow.ts';
import type { TripReference } from './findTrips.ts';
import { SELECT_STORED_TRIP } from './tripColumns.ts';

/** A ride of a driver: a trip of their own account, or one that a contractor assigned to them. */
export type Ride = StoredTrip & TripReference & { riderName: string; contractorName: string | null };

const MOST_RIDES = 200;

const select = (condition: string) => `
  (SELECT t.account_id AS "accountId", t.trip_id AS "tripId", t.scheduled_at, ${SELECT_STORED_TRIP}
     FROM trips t
    WHERE ${condition}
      AND (t.scheduled_at >= $2 AND t.status <> 'CANCELLED' OR t.scheduled_at >= $3 AND t.status IN ('OTWTP', 'OTWTD'))
    ORDER BY t.scheduled_at LIMIT ${MOST_RIDES})`;

export interface RideListing {
  driverId: string;
  /** Rides with a later pickup are listed. */
  from: Date;
  /** Also those under way whose pickup was after this. */
  underWayFrom: Date;
}

/** A driver's next rides in the order of their pickups, across contractors. */
export async function listRides(database: Queryable, { driverId, from, underWayFrom }: RideListing): Promise<Ride[]> {
  const { rows } = await database.query<Ride>({
    name: 'list_rides',
    text: `SELECT rides.*, concat_ws(' ', r.first_name, r.last_name) AS "riderName",
                  CASE WHEN rides."accountId" <> $1 THEN c.name END AS "contractorName"
             FROM (${select('t.executor_id = $1 AND t.executor_id <> t.account_id')}
                   UNION ALL ${select('t.account_id = $1 AND t.executor_id = $1')}) AS rides
             JOIN trips t ON t.account_id = rides."accountId" AND t.trip_id = rides."tripId"
             JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
             JOIN accounts c ON c.account_id = t.account_id
            ORDER BY rides.scheduled_at, "tripId" LIMIT ${MOST_RIDES}`,
    values: [driverId, from, underWayFrom],
  });
  return rows;
}

/** The account of a trip that a contractor assigned to this driver. */
export async function findRide(
  database: Queryable,
  driverId: string,
  tripId: string,
): Promise<TripReference | undefined> {
  const { rows } = await database.query<TripReference>({
    name: 'find_ride',
    text: `SELECT t.account_id AS "accountId", t.trip_id AS "tripId" FROM trips t
            WHERE t.executor_id = $1 AND t.executor_id <> t.account_id AND t.trip_id = $2`,
    values: [driverId, tripId],
  });
  return rows[0];
}
