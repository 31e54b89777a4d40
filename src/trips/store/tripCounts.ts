import { ALL_ACCOUNTS } from '../../database/accounts.ts';
import type { Queryable } from '../../database/connection.ts';
import { type Insertion, insertFrom, insertValues } from '../../database/insertion.ts';

/** Adds trips to the count of a status. The slot is always 0; earlier builds had more. */
export const countOf = (accountId: string, status: string, trips: string): Insertion => ({
  into: 'trip_status_counts AS counts',
  columns: { account_id: accountId, status, slot: '0', trips },
  tail: 'ON CONFLICT (account_id, status, slot) DO UPDATE SET trips = counts.trips + excluded.trips',
});

/**
 * Adds the changes of a statement to the counts. `changes` has a row per change: account_id, status, trips (+1 or -1). Who counts has
 * taken event numbers (`takeNumbers`, as `numbers`) and holds their lock, so nobody waits here. They are joined, so that they are
 * taken first: PostgreSQL runs CTEs that nothing reads last to first.
 */
export const addToCounts = (changes: string) =>
  insertFrom(
    countOf('account_id', 'status', 'sum(trips)'),
    `FROM ${changes} AS changes JOIN numbers USING (account_id)
     GROUP BY account_id, status HAVING sum(trips) <> 0
     ORDER BY account_id, status`,
  );

/** Counts trips of `changed` (account_id, previous_status, status) under their new status instead of the previous one. */
export const moveCounts = (changed: string) =>
  addToCounts(`(
      SELECT account_id, previous_status AS status, -1 AS trips FROM ${changed}
      UNION ALL
      SELECT account_id, status, 1 FROM ${changed})`);

/** The same for one trip, as statements of their own. */
export async function moveCount(
  transaction: Queryable,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const add = (status: string, trips: number) =>
    transaction.query({
      name: 'add_to_count',
      text: insertValues(countOf('$1', '$2', '$3')),
      values: [accountId, status, trips],
    });
  await add(from, -1);
  await add(to, 1);
}

/** Adds up at most this many lines of release 1.0's counts and returns how many; undefined once that release's tables are gone. */
export async function foldCountChanges(database: Queryable, lines: number): Promise<number | undefined> {
  const { rows } = await database.query({ text: `SELECT to_regproc('fold_count_changes') IS NOT NULL AS there` });
  if (!rows[0]?.there) return undefined;
  const folded = await database.query<{ folded: number }>({
    text: 'SELECT fold_count_changes($1) AS folded',
    values: [lines],
    actsFor: ALL_ACCOUNTS,
  });
  return folded.rows[0]?.folded;
}
