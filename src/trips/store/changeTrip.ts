import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { ChangeAuthor, TripRow } from '../tripRow.ts';
import { SELECT_TRIP } from './tripColumns.ts';

/** Which trip, and as of which of its versions it was read. */
export type ReadTrip = Pick<TripRow, 'accountId' | 'tripId' | 'version'>;

export interface StatusSteps {
  trip: ReadTrip;
  steps: TripStatus[];
  changedAt: Date;
  changedBy: ChangeAuthor;
}

/** Takes the trip through the steps, one history entry each; undefined if it has changed since it was read. */
export async function stepTrip(
  database: Queryable,
  { trip, steps, changedAt, changedBy }: StatusSteps,
): Promise<TripRow | undefined> {
  const { rows } = await database.query<TripRow>({
    text: `
      WITH changed AS (
        UPDATE trips t
           SET status = $4, version = t.version + $5, is_paid = t.is_paid OR $4 = 'FINISHED_PAYED'
         WHERE t.account_id = $1 AND t.trip_id = $2 AND t.version = $3
        RETURNING ${SELECT_TRIP}
      ),
      new_history AS (
        INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by)
        SELECT "accountId", "tripId", $3 + step.place, step.status, $7, $8
          FROM changed, unnest($6::text[]) WITH ORDINALITY AS step(status, place)
      )
      SELECT * FROM changed`,
    values: [trip.accountId, trip.tripId, trip.version, steps.at(-1), steps.length, steps, changedAt, changedBy],
  });
  return rows[0];
}

export interface Assignment {
  trip: ReadTrip;
  executorId: string;
  assignedAt: Date;
  assignedBy: Exclude<ChangeAuthor, 'API'>;
}

/** Names who drives the trip, and notes it; undefined if the trip has changed since it was read. */
export async function assignTrip(
  database: Queryable,
  { trip, executorId, assignedAt, assignedBy }: Assignment,
): Promise<TripRow | undefined> {
  const { rows } = await database.query<TripRow>({
    text: `
      WITH changed AS (
        UPDATE trips t SET executor_id = $4, version = t.version + 1
         WHERE t.account_id = $1 AND t.trip_id = $2 AND t.version = $3
        RETURNING ${SELECT_TRIP}
      ),
      noted AS (
        INSERT INTO trip_assignments (account_id, trip_id, version, executor_id, assigned_at, assigned_by)
        SELECT "accountId", "tripId", version, "executorId", $5, $6 FROM changed
      )
      SELECT * FROM changed`,
    values: [trip.accountId, trip.tripId, trip.version, executorId, assignedAt, assignedBy],
  });
  return rows[0];
}
