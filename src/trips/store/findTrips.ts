import type { TripStatus } from '../../contract/trip.ts';
import { ALL_ACCOUNTS } from '../../database/accounts.ts';
import type { Queryable } from '../../database/connection.ts';
import { rowset } from '../../database/rowset.ts';
import type { ChangeAuthor, StatusChangeRow, StoredTrip, TripInJson, TripState } from '../tripRow.ts';
import { SELECT_STORED_TRIP, TRIP_AS_JSON } from './tripColumns.ts';

export interface TripReference {
  accountId: string;
  tripId: string;
}

export interface FoundTrip {
  trip: StoredTrip;
  history: StatusChangeRow[];
}

const references = rowset<TripReference>('wanted', [
  { name: 'account_id', type: 'text', of: (row) => row.accountId },
  { name: 'trip_id', type: 'text', of: (row) => row.tripId },
]);

// A history travels as one short text, which is cheaper than an array of objects on both sides.
const find = references.statement(
  'find_trips',
  (wanted) => `
  SELECT wanted.ordinal, ${SELECT_STORED_TRIP},
         (SELECT string_agg(h.entry, ',')
            FROM (SELECT status || ' ' || changed_by || ' ' || (extract(epoch FROM changed_at) * 1000)::bigint AS entry
                    FROM trip_status_history
                   WHERE account_id = wanted.account_id AND trip_id = wanted.trip_id
                   ORDER BY version) AS h) AS history
    FROM ${wanted}
    JOIN trips t USING (account_id, trip_id)`,
);

type FoundRow = StoredTrip & { ordinal: number; history: string | null };

/** Trips with their histories, in the order of the references; undefined where the account has no such trip. */
export async function findTrips(
  database: Queryable,
  wanted: readonly TripReference[],
): Promise<(FoundTrip | undefined)[]> {
  const result = await database.query<FoundRow>(find(wanted));
  const found: (FoundTrip | undefined)[] = wanted.map(() => undefined);
  for (const row of result.rows) {
    found[row.ordinal] = { trip: row, history: row.history?.split(',').map(statusChange) ?? [] };
  }
  return found;
}

function statusChange(entry: string): StatusChangeRow {
  const [status, changedBy, milliseconds] = entry.split(' ');
  return {
    status: status as TripStatus,
    changedBy: changedBy as ChangeAuthor,
    changedAt: new Date(Number(milliseconds)),
  };
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

/** A trip by its identifier alone, for the operator: each account is asked for it by its own key. */
export async function findTripOfAnyAccount(database: Queryable, tripId: string): Promise<TripOfAccount | undefined> {
  const { rows } = await database.query<TripOfAccount>({
    text: `SELECT t.account_id AS "accountId", t.trip_id AS "tripId", t.version, t.status
             FROM accounts a JOIN trips t ON t.account_id = a.account_id AND t.trip_id = $1`,
    values: [tripId],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0];
}
