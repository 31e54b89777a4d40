import type { Queryable } from '../../src/database/connection.ts';

type Rows = Record<string, unknown[]>;

/** Every table that has rows of accounts. */
export async function tablesOfAccounts(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
              AND a.attname = 'account_id' AND NOT a.attisdropped
            ORDER BY 1`,
  });
  return rows.map(({ name }) => name);
}

/** All rows of an account in all tables, column by column: what nobody else may see or change. */
export async function rowsOfAccount(database: Queryable, accountId: string): Promise<Rows> {
  const tables = await tablesOfAccounts(database);
  const found: Rows = {};
  for (const table of tables) {
    const { rows } = await database.query<{ row: unknown }>({
      text: `SELECT to_jsonb(t) AS row FROM ${table} t WHERE account_id = $1 ORDER BY to_jsonb(t)::text`,
      values: [accountId],
    });
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}
