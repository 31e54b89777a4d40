import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { ChangeAuthor, StoredTrip, TripRow } from '../tripRow.ts';
import { eventNumber, takeNumbers } from './eventNumbers.ts';
import { SELECT_STORED_TRIP } from './tripColumns.ts';
import { moveCounts } from './tripCounts.ts';

/** A trip as it was read: a change made from it does not hold for another version. */
export type ReadTrip = Pick<TripRow, 'accountId' | 'tripId' | 'version'>;

export interface StatusSteps {
  trip: ReadTrip;
  steps: TripStatus[];
  changedAt: Date;
  changedBy: ChangeAuthor;
}

/** Advances the trip through the steps, with a history entry each; undefined if it has changed since it was read. */
export async function stepTrip(
  database: Queryable,
  { trip, steps, changedAt, changedBy }: StatusSteps,
): Promise<StoredTrip | undefined> {
  const { rows } = await database.query<StoredTrip>({
    text: `
      WITH target AS (
        SELECT status FROM trips WHERE account_id = $1 AND trip_id = $2 AND version = $3 FOR UPDATE
      ),
      changed AS (
        UPDATE trips t
           SET status = $4, version = t.version + $5, is_paid = t.is_paid OR $4 = 'FINISHED_PAYED'
          FROM target
         WHERE t.account_id = $1 AND t.trip_id = $2
        RETURNING t.account_id, t.trip_id, target.status AS previous_status, ${SELECT_STORED_TRIP}
      ),
      taken AS (
        SELECT account_id, trip_id, step.status, step.place
          FROM changed, unnest($6::text[]) WITH ORDINALITY AS step(status, place)
      ),
      numbers AS (${takeNumbers('taken')}
      ),
      new_history AS (
        INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by, event_number)
        SELECT account_id, trip_id, $3 + place, status, $7, $8, ${eventNumber('place')}
          FROM taken JOIN numbers USING (account_id)
      ),
      new_counts AS (${moveCounts('changed')}
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

/** Sets the executor and records the assignment; undefined if the trip has changed since it was read. */
export async function assignTrip(
  database: Queryable,
  { trip, executorId, assignedAt, assignedBy }: Assignment,
): Promise<StoredTrip | undefined> {
  const { rows } = await database.query<StoredTrip>({
    text: `
      WITH changed AS (
        UPDATE trips t SET executor_id = $4, version = t.version + 1
         WHERE t.account_id = $1 AND t.trip_id = $2 AND t.version = $3
        RETURNING t.account_id, t.trip_id, ${SELECT_STORED_TRIP}
      ),
      numbers AS (${takeNumbers('changed')}
      ),
      noted AS (
        INSERT INTO trip_assignments (account_id, trip_id, version, executor_id, assigned_at, assigned_by, event_number)
        SELECT account_id, trip_id, version, "executorId", $5, $6, last_number FROM changed JOIN numbers USING (account_id)
      )
      SELECT * FROM changed`,
    values: [trip.accountId, trip.tripId, trip.version, executorId, assignedAt, assignedBy],
  });
  return rows[0];
}
