import type { Queryable } from '../../database/connection.ts';
import { rowset } from '../../database/rowset.ts';
import type { StatusChangeRow, TripRow } from '../tripRow.ts';
import { SELECT_TRIP } from './tripColumns.ts';

export interface TripReference {
  accountId: string;
  tripId: string;
}

export interface FoundTrip {
  trip: TripRow;
  history: StatusChangeRow[];
}

const references = rowset<TripReference>('wanted', [
  { name: 'account_id', type: 'text', of: (row) => row.accountId },
  { name: 'trip_id', type: 'text', of: (row) => row.tripId },
]);

const FIND = `
  SELECT wanted.ordinal, ${SELECT_TRIP},
         ARRAY (SELECT json_build_object('status', h.status, 'changedAt', h.changed_at, 'changedBy', h.changed_by)
                  FROM trip_status_history h
                 WHERE h.account_id = t.account_id AND h.trip_id = t.trip_id
                 ORDER BY h.version) AS history
    FROM ${references.source}
    JOIN trips t USING (account_id, trip_id)`;

type FoundRow = TripRow & { ordinal: number; history: (Omit<StatusChangeRow, 'changedAt'> & { changedAt: string })[] };

/** Trips with their histories, in the order of the references; undefined where the account has no such trip. */
export async function findTrips(
  database: Queryable,
  wanted: readonly TripReference[],
): Promise<(FoundTrip | undefined)[]> {
  const result = await database.query<FoundRow>({ name: 'find_trips', text: FIND, values: references.values(wanted) });
  const found: (FoundTrip | undefined)[] = wanted.map(() => undefined);
  for (const { ordinal, history, ...trip } of result.rows) {
    found[ordinal] = { trip, history: history.map((change) => ({ ...change, changedAt: new Date(change.changedAt) })) };
  }
  return found;
}
