import type { Queryable } from '../../database/connection.ts';

/**
 * A connection adds to the slot of its process number. Two statements wait for each other only if they share a slot, and then
 * no longer than a commit takes. Eight for a pool of ten: a list sums up at most eight rows per status.
 */
const SLOTS = 8;

/**
 * Adds the changes of a statement to the counts. `changes` has a row per change: account_id, status, trips (+1 or -1). Grouping
 * reads all of them first, so the counts are the last rows a statement locks, in one order: no two can wait for each other.
 */
export const addToCounts = (changes: string) => `
    INSERT INTO trip_status_counts AS counts (account_id, status, slot, trips)
    SELECT account_id, status, pg_backend_pid() % ${SLOTS}, sum(trips)
      FROM ${changes} AS changes
     GROUP BY account_id, status HAVING sum(trips) <> 0
     ORDER BY account_id, status
    ON CONFLICT (account_id, status, slot) DO UPDATE SET trips = counts.trips + excluded.trips`;

export interface Miscount {
  accountId: string;
  status: string;
  counted: number;
  actual: number;
}

/** Where the counts differ from the trips there are. One statement, so both are of one moment. */
export async function findMiscounts(database: Queryable): Promise<Miscount[]> {
  const { rows } = await database.query<Miscount>({
    text: `
      SELECT account_id AS "accountId", status, coalesce(counted, 0)::bigint AS counted, coalesce(actual, 0)::bigint AS actual
        FROM (SELECT account_id, status, sum(trips) AS counted FROM trip_totals GROUP BY account_id, status) AS counts
        FULL JOIN (SELECT account_id, status, count(*) AS actual FROM trips GROUP BY account_id, status) AS there
             USING (account_id, status)
       WHERE coalesce(counted, 0) <> coalesce(actual, 0)
       ORDER BY account_id, status`,
  });
  return rows;
}

/** Rebuilds the counts from the trips. Bookings and changes wait meanwhile, for about a second per million trips. */
export async function recountTrips(transaction: Queryable): Promise<void> {
  await transaction.query({ text: 'LOCK TABLE trips IN SHARE ROW EXCLUSIVE MODE' });
  await transaction.query({ text: 'SELECT recount_trips()' });
}
