import { ALL_ACCOUNTS } from '../../database/accounts.ts';
import type { Queryable } from '../../database/connection.ts';
import { rowset } from '../../database/rowset.ts';
import type { ReferencedIds } from '../../identifiers.ts';
import type { StoredTrip, TripInJson, TripState } from '../tripRow.ts';
import { hasReference, referenceValues } from './listTrips.ts';
import { SELECT_STORED_TRIP, TRIP_AS_JSON } from './tripColumns.ts';

export interface TripReference {
  accountId: string;
  tripId: string;
}

export interface FoundTrip {
  trip: StoredTrip;
  /** Its entries as JSON, separated by commas. */
  history: string;
}

const references = rowset<TripReference>('wanted', [
  { name: 'account_id', type: 'text', of: (row) => row.accountId },
  { name: 'trip_id', type: 'text', of: (row) => row.tripId },
]);

// A history is read as the text that callers get, so that the service has nothing to convert.
const HISTORY_ENTRY = `'{"status":"' || status || '","changedAt":"'
  || to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","changedBy":"' || changed_by || '"}'`;
const find = references.statement(
  'find_trips',
  (wanted) => `
  SELECT wanted.ordinal, ${SELECT_STORED_TRIP},
         (SELECT string_agg(h.entry, ',')
            FROM (SELECT ${HISTORY_ENTRY} AS entry
                    FROM trip_status_history
                   WHERE account_id = wanted.account_id AND trip_id = wanted.trip_id
                   ORDER BY version) AS h) AS history
    FROM ${wanted}
    JOIN trips t USING (account_id, trip_id)`,
);

type FoundRow = StoredTrip & { ordinal: number; history: string | null };

// On a Citus cluster the join costs three times as much as two statements for one table each.
const FIND_IN_ACCOUNT = `SELECT t.trip_id AS "tripId", ${SELECT_STORED_TRIP} FROM trips t WHERE t.account_id = $1 AND t.trip_id = ANY ($2)`;
const FIND_HISTORIES = `
  SELECT trip_id AS "tripId", version, ${HISTORY_ENTRY} AS entry
    FROM trip_status_history WHERE account_id = $1 AND trip_id = ANY ($2)
   ORDER BY version`;

/** Trips with their histories, in the order of the references; undefined where the account has no such trip. */
export async function findTrips(
  database: Queryable,
  wanted: readonly TripReference[],
): Promise<(FoundTrip | undefined)[]> {
  if (database.layout === 'citus') return findInAccount(database, wanted);
  const result = await database.query<FoundRow>(find(wanted));
  const found: (FoundTrip | undefined)[] = wanted.map(() => undefined);
  for (const row of result.rows) {
    found[row.ordinal] = { trip: row, history: row.history ?? '' };
  }
  return found;
}

async function findInAccount(
  database: Queryable,
  wanted: readonly TripReference[],
): Promise<(FoundTrip | undefined)[]> {
  const values = [wanted[0]?.accountId, wanted.map(({ tripId }) => tripId)];
  const trips = await database.query<StoredTrip & { tripId: string }>({
    name: 'find_trips_in_account',
    text: FIND_IN_ACCOUNT,
    values,
  });
  const histories = await database.query<{ tripId: string; version: number; entry: string }>({
    name: 'find_histories_in_account',
    text: FIND_HISTORIES,
    values,
  });
  const found = trips.rows.map((trip) => {
    // Without what happened since the trip was read.
    const entries = histories.rows.filter(({ tripId, version }) => tripId === trip.tripId && version <= trip.version);
    return [trip.tripId, { trip, history: entries.map(({ entry }) => entry).join(',') }] as const;
  });
  const byId = new Map(found);
  return wanted.map(({ tripId }) => byId.get(tripId));
}

/** A trip with all its columns, to be changed. */
export async function findTripRow(
  database: Queryable,
  { accountId, tripId }: TripReference,
): Promise<TripInJson | undefined> {
  const { rows } = await database.query<{ row: TripInJson }>({
    text: `SELECT ${TRIP_AS_JSON} AS row FROM trips t WHERE t.account_id = $1 AND t.trip_id = $2`,
    values: [accountId, tripId],
  });
  return rows[0]?.row;
}

export type TripOfAccount = TripReference & Pick<TripState, 'version' | 'status'>;

const OF_ANY_ACCOUNT = `
  SELECT t.account_id AS "accountId", t.trip_id AS "tripId", t.version, t.status
    FROM accounts a JOIN trips t ON t.account_id = a.account_id`;

/** A trip by its identifier alone, for the operator: each account is asked for it by its own key. */
export async function findTripOfAnyAccount(database: Queryable, tripId: string): Promise<TripOfAccount | undefined> {
  const { rows } = await database.query<TripOfAccount>({
    text: `${OF_ANY_ACCOUNT} AND t.trip_id = $1`,
    values: [tripId],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0];
}

/** In the same way by its reference, which several trips may share. */
export async function findReferencedTrips(database: Queryable, reference: ReferencedIds): Promise<TripOfAccount[]> {
  const { rows } = await database.query<TripOfAccount>({
    text: `${OF_ANY_ACCOUNT} AND ${hasReference('$1', '$2', '$3', '$4')}`,
    values: referenceValues(reference),
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}
