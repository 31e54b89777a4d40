import { ALL_ACCOUNTS } from './accounts.ts';
import type { Queryable } from './connection.ts';

interface OldRows {
  table: string;
  /** The columns of its primary key. */
  key: string;
  /** Which rows, with parameters from $2 on. */
  where: string;
  values: unknown[];
}

/**
 * Deletes at most `limit` of these rows, of whatever account, and returns how many. Rows are found first and then deleted by
 * their place: a join could look for them again for each row of the table. Rows in use, and rows that another process is deleting, are left for next time.
 *
 * On a Citus cluster a place says nothing across nodes, and rows cannot be skipped: there they are deleted by their key, and two
 * processes that delete the same rows wait for each other.
 */
export async function deleteSome(
  database: Queryable,
  { table, key, where, values }: OldRows,
  limit: number,
): Promise<number> {
  const found = (columns: string) => `SELECT ${columns} FROM ${table} WHERE ${where} LIMIT $1`;
  const { rowCount } = await database.query({
    text:
      database.layout === 'citus'
        ? `DELETE FROM ${table} WHERE (${key}) IN (${found(key)})`
        : `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${found('ctid')} FOR UPDATE SKIP LOCKED))`,
    values: [limit, ...values],
    actsFor: ALL_ACCOUNTS,
  });
  return rowCount ?? 0;
}
