import { MEMBERS_SHAPE, type TripStatus } from '../../contract/trip.ts';
import { type Queryable, withTransaction } from '../../database/connection.ts';
import type { ChangeAuthor, StoredTrip, TripRow } from '../tripRow.ts';
import { takeNumber } from './eventNumbers.ts';
import { addHistoryEntry } from './history.ts';
import { SELECT_STORED_TRIP, setTripColumns, UPDATABLE, type UpdatableMembers } from './tripColumns.ts';
import { moveCount } from './tripCounts.ts';

/** A trip as it was read: a change made from it applies to no other version. */
type ReadTrip = Pick<TripRow, 'accountId' | 'tripId' | 'version'>;

interface Change {
  trip: ReadTrip;
  /** Which member of the trip's account makes the change; kept for the other members. */
  memberEmail?: string | null;
}

interface StatusSteps extends Change {
  steps: TripStatus[];
  changedAt: Date;
  changedBy: ChangeAuthor;
  /** The reason of a cancellation; kept for the members of the account. */
  reason?: string | null;
}

/*
 * Each change is a transaction of statements for one table each, which begins with the trip's lock. In one statement it would take
 * less time on one PostgreSQL and ten times as long on a Citus cluster; people wait for neither.
 */
const lockTrip = (columns: string, condition = '') => `
  SELECT ${columns} FROM trips t WHERE t.account_id = $1 AND t.trip_id = $2 AND t.version = $3 ${condition} FOR UPDATE`;

const LOCK = lockTrip(SELECT_STORED_TRIP);

async function lock(transaction: Queryable, trip: ReadTrip): Promise<StoredTrip | undefined> {
  const { rows } = await transaction.query<StoredTrip>({
    name: 'lock_trip',
    text: LOCK,
    values: [trip.accountId, trip.tripId, trip.version],
  });
  return rows[0];
}

/** Takes the trip through the steps, with a history entry each; undefined if it has changed since it was read. */
export const stepTrip = (
  database: Queryable,
  { trip, steps, changedAt, changedBy, memberEmail = null, reason = null }: StatusSteps,
): Promise<StoredTrip | undefined> =>
  withTransaction(database, async (transaction) => {
    const before = await lock(transaction, trip);
    const status = steps.at(-1);
    if (!before || status === undefined) return undefined;
    const { accountId, tripId } = trip;
    const isPaid = status === 'CANCELLED' ? before.isPaid : status === 'FINISHED_PAYED';
    const version = before.version + steps.length;
    await transaction.query({
      name: 'step_trip',
      text: 'UPDATE trips SET status = $3, version = $4, is_paid = $5 WHERE account_id = $1 AND trip_id = $2',
      values: [accountId, tripId, status, version, isPaid],
    });
    const lastNumber = await takeNumber(transaction, accountId, steps.length);
    for (const [index, step] of steps.entries()) {
      const later = steps.length - 1 - index;
      await addHistoryEntry(transaction, {
        ...{ accountId, tripId, version: version - later, status: step },
        ...{ changedAt, changedBy, memberEmail, reason, eventNumber: lastNumber - later },
      });
    }
    await moveCount(transaction, accountId, { from: before.status, to: status });
    return { ...before, status, version, isPaid };
  });

export interface Assignment extends Change {
  /** Null removes the driver. */
  executorId: string | null;
  assignedAt: Date;
  assignedBy: Exclude<ChangeAuthor, 'API'>;
  /** Why the driver was removed or declined. */
  reason?: string | null;
}

/** Sets the executor and records the assignment; undefined if the trip has changed since it was read. */
export const assignTrip = (
  database: Queryable,
  { trip, executorId, assignedAt, assignedBy, memberEmail = null, reason = null }: Assignment,
): Promise<StoredTrip | undefined> =>
  withTransaction(database, async (transaction) => {
    const before = await lock(transaction, trip);
    if (!before) return undefined;
    const { accountId, tripId } = trip;
    const version = before.version + 1;
    await transaction.query({
      name: 'assign_trip',
      text: 'UPDATE trips SET executor_id = $3, version = $4 WHERE account_id = $1 AND trip_id = $2',
      values: [accountId, tripId, executorId, version],
    });
    const number = await takeNumber(transaction, accountId);
    await transaction.query({
      name: 'add_assignment',
      text: `INSERT INTO trip_assignments
               (account_id, trip_id, version, executor_id, assigned_at, assigned_by, member_email, reason, event_number)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [accountId, tripId, version, executorId, assignedAt, assignedBy, memberEmail, reason, number],
    });
    return { ...before, executorId, version };
  });

export interface UpdatedTrip {
  members: UpdatableMembers;
  /** The trip's text with them. */
  fixedMembers: string;
  /** The members that differ, as they were and as they are. */
  before: Partial<UpdatableMembers>;
  after: Partial<UpdatableMembers>;
}

interface Update extends Change {
  trip: ReadTrip & Pick<TripRow, 'pickupAddress'>;
  updated: UpdatedTrip;
  changedAt: Date;
  changedBy: ChangeAuthor;
}

export type UpdateOutcome =
  | { verdict: 'updated'; trip: StoredTrip }
  | { verdict: 'VEHICLE_NOT_FOUND' | 'changed_meanwhile' };

interface LockedForUpdate {
  /** The stored text, whatever members it has. */
  membersBefore: string | null;
  isVehicleKnown: boolean;
  isFirstUpdate: boolean;
}

const LOCK_FOR_UPDATE = lockTrip(
  `${SELECT_STORED_TRIP}, t.fixed_members AS "membersBefore",
   t.vehicle_id IS NOT DISTINCT FROM $4 OR $4 IS NULL
     OR EXISTS (SELECT FROM vehicles v WHERE v.account_id = $1 AND v.vehicle_id = $4 AND v.retired_at IS NULL)
     AS "isVehicleKnown",
   NOT EXISTS (SELECT FROM trip_changes c WHERE c.account_id = $1 AND c.trip_id = $2) AS "isFirstUpdate"`,
  'AND t.pickup_address = $5', // otherwise its rider was erased meanwhile, and what was read must not come back
);
const FIRST_MEMBER = 5;
const UPDATE = `UPDATE trips SET version = $3, fixed_members = $4, members_shape = ${MEMBERS_SHAPE},
                       ${setTripColumns(UPDATABLE, FIRST_MEMBER)}
                 WHERE account_id = $1 AND trip_id = $2`;

/** Updates a trip and records what was changed, unless the trip has changed since it was read. */
export const updateTrip = (
  database: Queryable,
  { trip, updated: { members, fixedMembers, before, after }, changedAt, changedBy, memberEmail = null }: Update,
): Promise<UpdateOutcome> =>
  withTransaction(database, async (transaction) => {
    const { accountId, tripId } = trip;
    const { rows } = await transaction.query<StoredTrip & LockedForUpdate>({
      name: 'lock_trip_for_update',
      text: LOCK_FOR_UPDATE,
      values: [accountId, tripId, trip.version, members.vehicleId, trip.pickupAddress],
    });
    const [locked] = rows;
    if (!locked) return { verdict: 'changed_meanwhile' };
    if (!locked.isVehicleKnown) return { verdict: 'VEHICLE_NOT_FOUND' };
    const { membersBefore, isFirstUpdate, status, isPaid, executorId } = locked;
    const version = locked.version + 1;
    await transaction.query({
      name: 'update_trip',
      text: UPDATE,
      values: [accountId, tripId, version, fixedMembers, ...UPDATABLE.map((member) => members[member])],
    });
    const number = await takeNumber(transaction, accountId);
    await transaction.query({
      name: 'add_trip_change',
      text: `INSERT INTO trip_changes
               (account_id, trip_id, version, changed_at, changed_by, member_email, before, after, event_number, booked_members)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        ...[accountId, tripId, version, changedAt, changedBy, memberEmail],
        ...[JSON.stringify(before), JSON.stringify(after), number, isFirstUpdate ? membersBefore : null],
      ],
    });
    return { verdict: 'updated', trip: { status, isPaid, executorId, version, fixedMembers } };
  });
