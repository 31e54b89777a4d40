import type { Queryable } from '../../database/connection.ts';

/** Deletes at most `limit` keys that are past their day; answers how many it deleted. Rows in use are left for the next time. */
export async function deleteExpiredKeys(database: Queryable, limit: number): Promise<number> {
  const { rowCount } = await database.query({
    name: 'delete_expired_keys',
    text: `DELETE FROM idempotency_keys k
            USING (SELECT account_id, idempotency_key FROM idempotency_keys
                    WHERE expires_at <= now() ORDER BY expires_at LIMIT $1
                      FOR UPDATE SKIP LOCKED) AS old
            WHERE k.account_id = old.account_id AND k.idempotency_key = old.idempotency_key`,
    values: [limit],
  });
  return rowCount ?? 0;
}
