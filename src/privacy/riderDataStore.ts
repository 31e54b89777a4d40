import type { TripStatus } from '../contract/trip.ts';
import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';
import { TRIP_AS_JSON } from '../trips/store/tripColumns.ts';
import type { ChangeAuthor, TripInJson } from '../trips/tripRow.ts';

/** Locks the rider until the transaction ends: a booking for the rider waits. False if there is none, or it is erased already. */
export async function lockRider(database: Queryable, accountId: string, clientId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `SELECT FROM riders WHERE account_id = $1 AND client_id = $2 AND erased_at IS NULL FOR UPDATE`,
    values: [accountId, clientId],
  });
  return rowCount === 1;
}

export interface RidersTrip {
  tripId: string;
  clientId: string;
  status: TripStatus;
  scheduledAt: string;
}

/**
 * Those of the account's next trips that are of these riders, and where to continue; undefined at the end. No index leads from
 * riders to trips, because every booking would pay for it: so all trips of the account are read, in steps.
 */
export async function nextTripsOfRiders(
  database: Queryable,
  accountId: string,
  clientIds: readonly string[],
  { after, limit }: { after: string; limit: number },
): Promise<{ found: RidersTrip[]; next: string | undefined }> {
  const { rows } = await database.query<{ found: RidersTrip[]; last: string | null; read: number }>({
    name: 'next_trips_of_riders',
    text: `WITH page AS MATERIALIZED (
             SELECT trip_id, client_id, status, scheduled_at FROM trips
              WHERE account_id = $1 AND trip_id > $3 ORDER BY trip_id LIMIT $4)
           SELECT max(trip_id) AS last, count(*) AS read,
                  coalesce(json_agg(json_build_object('tripId', trip_id, 'clientId', client_id, 'status', status,
                                                      'scheduledAt', scheduled_at) ORDER BY trip_id)
                             FILTER (WHERE client_id IN (SELECT unnest($2::text[]))), '[]') AS found
             FROM page`,
    values: [accountId, clientIds, after, limit],
  });
  const { found = [], last = null, read = 0 } = rows[0] ?? {};
  return { found, next: read < limit ? undefined : (last ?? undefined) };
}

/** Those of the riders who have a trip with one of these statuses and a pickup after a moment. */
export async function listRidersWithTrips(
  database: Queryable,
  accountId: string,
  clientIds: readonly string[],
  { statuses, after }: { statuses: readonly TripStatus[]; after: Date },
): Promise<string[]> {
  const { rows } = await database.query<{ clientId: string }>({
    name: 'list_riders_with_trips',
    text: `SELECT DISTINCT client_id AS "clientId" FROM trips
            WHERE account_id = $1 AND scheduled_at > $4 AND status = ANY ($3) AND client_id = ANY ($2)`,
    values: [accountId, clientIds, statuses, after],
  });
  return rows.map(({ clientId }) => clientId);
}

/** What is stored about a trip, besides what is the same for all riders. */
export interface TripData {
  trip: TripInJson;
  history: { status: TripStatus; changedAt: string; changedBy: ChangeAuthor; reason: string | null }[];
  assignments: { executorId: string | null; assignedAt: string; reason: string | null }[];
  changes: { changedAt: string; changedBy: ChangeAuthor; before: object; after: object }[];
}

const listOf = (table: string, members: string) => `
  coalesce((SELECT json_agg(json_build_object(${members}) ORDER BY version) FROM ${table} c
             WHERE c.account_id = t.account_id AND c.trip_id = t.trip_id), '[]')`;

export async function readTripData(
  database: Queryable,
  accountId: string,
  tripIds: readonly string[],
): Promise<TripData[]> {
  const { rows } = await database.query<TripData>({
    name: 'read_trip_data',
    text: `SELECT ${TRIP_AS_JSON} AS trip,
                  ${listOf('trip_status_history', `'status', c.status, 'changedAt', changed_at, 'changedBy', changed_by, 'reason', reason`)} AS history,
                  ${listOf('trip_assignments', `'executorId', c.executor_id, 'assignedAt', assigned_at, 'reason', reason`)} AS assignments,
                  ${listOf('trip_changes', `'changedAt', changed_at, 'changedBy', changed_by, 'before', before, 'after', after`)} AS changes
             FROM trips t WHERE account_id = $1 AND trip_id = ANY ($2) ORDER BY trip_id`,
    values: [accountId, tripIds],
  });
  return rows;
}

/** Takes from trips what says who travelled where. */
export async function eraseTrips(database: Queryable, accountId: string, tripIds: readonly string[]): Promise<void> {
  await database.query({ text: 'SELECT erase_trips($1, $2)', values: [accountId, tripIds] });
}

export async function eraseRiders(database: Queryable, accountId: string, clientIds: readonly string[]): Promise<void> {
  await database.query({ text: 'SELECT forget_riders($1, $2)', values: [accountId, clientIds] });
}

/** Riders added before a moment, oldest first, without those erased. */
export async function nextRidersAddedBefore(
  database: Queryable,
  accountId: string,
  before: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await database.query<{ clientId: string }>({
    name: 'next_riders_added_before',
    text: `SELECT client_id AS "clientId" FROM riders
            WHERE account_id = $1 AND client_id > $3 AND created_at < $2 AND erased_at IS NULL
            ORDER BY client_id LIMIT $4`,
    values: [accountId, before, after, limit],
  });
  return rows.map(({ clientId }) => clientId);
}

const OLD_RIDERS = 'riders r WHERE r.created_at < $1 AND erased_at IS NULL';

/** Accounts that have riders added before a moment and not erased. A Citus cluster can only look at all riders. */
export async function listAccountsWithRidersBefore(database: Queryable, before: Date): Promise<string[]> {
  const { rows } = await database.query<{ accountId: string }>({
    text:
      database.layout === 'citus'
        ? `SELECT DISTINCT account_id AS "accountId" FROM ${OLD_RIDERS}`
        : `SELECT account_id AS "accountId" FROM accounts a
            WHERE created_at < $1 AND EXISTS (SELECT FROM ${OLD_RIDERS} AND r.account_id = a.account_id)`,
    values: [before],
    actsFor: ALL_ACCOUNTS,
  });
  return rows.map(({ accountId }) => accountId);
}
