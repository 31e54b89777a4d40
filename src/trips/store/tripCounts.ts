import type { Queryable } from '../../database/connection.ts';

/** Held by the process that folds, so that no other waits for the counts it has changed. */
const FOLDING_LOCK = 7_247_011;

/**
 * Adds at most `limit` changes to the counts they belong to, and deletes them with the same statement: whoever sums up both sees
 * each change once. While another process is folding it takes none.
 */
const FOLD = `
  WITH chosen AS (
    SELECT account_id, change_id FROM trip_count_changes
     WHERE (SELECT pg_try_advisory_xact_lock(${FOLDING_LOCK}))
     ORDER BY account_id, change_id LIMIT $1
  ),
  taken AS (
    DELETE FROM trip_count_changes c USING chosen
     WHERE c.account_id = chosen.account_id AND c.change_id = chosen.change_id
    RETURNING c.account_id, c.status, c.pickup_on, c.created_on, c.trips
  ),
  folded AS (
    INSERT INTO trip_counts AS counts (account_id, span, begins_on, status, trips)
    SELECT account_id, span, begins_on, status, sum(trips)
      FROM taken CROSS JOIN LATERAL (
        VALUES ('ALL', '0001-01-01'), ('PICKUP_DAY', pickup_on), ('CREATED_DAY', created_on)
      ) AS counted (span, begins_on)
     GROUP BY account_id, span, begins_on, status
     ORDER BY account_id, span, begins_on, status
    ON CONFLICT (account_id, span, begins_on, status) DO UPDATE SET trips = counts.trips + excluded.trips
  )
  SELECT count(*) AS taken FROM taken`;

/** Answers how many changes there were. */
export async function foldCountChanges(database: Queryable, limit: number): Promise<number> {
  const { rows } = await database.query<{ taken: number }>({ name: 'fold_count_changes', text: FOLD, values: [limit] });
  return rows[0]?.taken ?? 0;
}
