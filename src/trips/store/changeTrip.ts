import { MEMBERS_SHAPE, type TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { ChangeAuthor, StoredTrip, TripRow } from '../tripRow.ts';
import { eventNumber, takeNumbers } from './eventNumbers.ts';
import { SELECT_STORED_TRIP, setTripColumns, UPDATABLE, type UpdatableMembers } from './tripColumns.ts';
import { moveCounts } from './tripCounts.ts';

/** A trip as it was read: a change made from it does not hold for another version. */
export type ReadTrip = Pick<TripRow, 'accountId' | 'tripId' | 'version'>;

export interface StatusSteps {
  trip: ReadTrip;
  steps: TripStatus[];
  changedAt: Date;
  changedBy: ChangeAuthor;
  /** Of a cancellation; kept for the account's own people. */
  reason?: string | null;
}

/** Takes the trip through the steps, with a history entry each; undefined if it has changed since it was read. */
export async function stepTrip(
  database: Queryable,
  { trip, steps, changedAt, changedBy, reason = null }: StatusSteps,
): Promise<StoredTrip | undefined> {
  const { rows } = await database.query<StoredTrip>({
    text: `
      WITH target AS (
        SELECT status FROM trips WHERE account_id = $1 AND trip_id = $2 AND version = $3 FOR UPDATE
      ),
      changed AS (
        UPDATE trips t
           SET status = $4, version = t.version + $5, is_paid = CASE $4 WHEN 'CANCELLED' THEN t.is_paid ELSE $4 = 'FINISHED_PAYED' END
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
        INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by, reason, event_number)
        SELECT account_id, trip_id, $3 + place, status, $7, $8, $9, ${eventNumber('place')}
          FROM taken JOIN numbers USING (account_id)
      ),
      new_counts AS (${moveCounts('changed')}
      )
      SELECT * FROM changed`,
    values: [
      trip.accountId,
      trip.tripId,
      trip.version,
      steps.at(-1),
      steps.length,
      steps,
      changedAt,
      changedBy,
      reason,
    ],
  });
  return rows[0];
}

export interface Assignment {
  trip: ReadTrip;
  /** Null removes the driver. */
  executorId: string | null;
  assignedAt: Date;
  assignedBy: Exclude<ChangeAuthor, 'API'>;
  /** Why the driver was removed or declined. */
  reason?: string | null;
}

/** Sets the executor and records the assignment; undefined if the trip has changed since it was read. */
export async function assignTrip(
  database: Queryable,
  { trip, executorId, assignedAt, assignedBy, reason = null }: Assignment,
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
        INSERT INTO trip_assignments (account_id, trip_id, version, executor_id, assigned_at, assigned_by, reason, event_number)
        SELECT account_id, trip_id, version, "executorId", $5, $6, $7, last_number FROM changed JOIN numbers USING (account_id)
      )
      SELECT * FROM changed`,
    values: [trip.accountId, trip.tripId, trip.version, executorId, assignedAt, assignedBy, reason],
  });
  return rows[0];
}

export interface UpdatedTrip {
  members: UpdatableMembers;
  /** The trip's text with them. */
  fixedMembers: string;
  /** The members that differ, as they were and as they are. */
  before: Partial<UpdatableMembers>;
  after: Partial<UpdatableMembers>;
}

export interface Update {
  trip: ReadTrip;
  updated: UpdatedTrip;
  changedAt: Date;
  changedBy: ChangeAuthor;
}

export type UpdateOutcome =
  | { verdict: 'updated'; trip: StoredTrip }
  | { verdict: 'VEHICLE_NOT_FOUND' | 'changed_meanwhile' };

const FIRST_MEMBER = 9;
const VEHICLE = `$${FIRST_MEMBER + UPDATABLE.indexOf('vehicleId')}`;

const UPDATE = `
  WITH target AS (
    SELECT t.fixed_members,
           t.vehicle_id IS NOT DISTINCT FROM ${VEHICLE} OR ${VEHICLE} IS NULL
             OR EXISTS (SELECT FROM vehicles v WHERE v.account_id = $1 AND v.vehicle_id = ${VEHICLE}) AS is_vehicle_known
      FROM trips t
     WHERE account_id = $1 AND trip_id = $2 AND version = $3 AND status = 'CONFIRMED' FOR UPDATE
  ),
  changed AS (
    UPDATE trips t
       SET ${setTripColumns(UPDATABLE, FIRST_MEMBER)}, fixed_members = $4, members_shape = ${MEMBERS_SHAPE}, version = t.version + 1
      FROM target
     WHERE t.account_id = $1 AND t.trip_id = $2 AND target.is_vehicle_known
    RETURNING t.account_id, t.trip_id, target.fixed_members AS members_before, ${SELECT_STORED_TRIP}
  ),
  numbers AS (${takeNumbers('changed')}
  ),
  noted AS (
    INSERT INTO trip_changes
           (account_id, trip_id, version, changed_at, changed_by, before, after, event_number, booked_members)
    SELECT account_id, trip_id, version, $5, $6, $7, $8, last_number,
           CASE WHEN NOT EXISTS (SELECT FROM trip_changes WHERE account_id = $1 AND trip_id = $2) THEN members_before END
      FROM changed JOIN numbers USING (account_id)
  )
  SELECT is_vehicle_known AS "isVehicleKnown", changed.* FROM target LEFT JOIN changed ON true`;

/** Updates a trip that is CONFIRMED, and records what was changed. */
export async function updateTrip(
  database: Queryable,
  { trip, updated: { members, fixedMembers, before, after }, changedAt, changedBy }: Update,
): Promise<UpdateOutcome> {
  const { rows } = await database.query<StoredTrip & { isVehicleKnown: boolean }>({
    text: UPDATE,
    values: [
      ...[trip.accountId, trip.tripId, trip.version, fixedMembers, changedAt, changedBy],
      ...[JSON.stringify(before), JSON.stringify(after)],
      ...UPDATABLE.map((member) => members[member]),
    ],
  });
  const [row] = rows;
  if (!row) return { verdict: 'changed_meanwhile' };
  return row.isVehicleKnown ? { verdict: 'updated', trip: row } : { verdict: 'VEHICLE_NOT_FOUND' };
}
