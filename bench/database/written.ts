import type pg from 'pg';

type Row = Record<string, unknown>;

/** One row that an operation wrote: inserted when there was none before. */
export interface WrittenRow {
  table: string;
  before: Row | undefined;
  after: Row;
  key: string[];
}

interface Table {
  name: string;
  key: string[];
}

/**
 * Not part of an operation: the last use of API keys is written every few seconds, for all keys at once. Counts are left out because
 * the service adds to them once per batch, and a limit that did so once per booking would be slower than it can be.
 */
const NOT_OPERATIONS = ['migrations', 'api_keys', 'trip_status_counts'];

/** What the service writes into the database while `act` runs. All tables are read completely, so they must still be small. */
export async function rowsWrittenBy(client: pg.Client, act: () => Promise<unknown>): Promise<WrittenRow[]> {
  const tables = await listTables(client);
  const before = await snapshot(client, tables);
  await act();
  const after = await snapshot(client, tables);
  return [...after].flatMap(([identity, { table, row }]) => {
    const old = before.get(identity)?.row;
    const isSame = old !== undefined && JSON.stringify(old) === JSON.stringify(row);
    return isSame ? [] : [{ table: table.name, key: table.key, before: old, after: row }];
  });
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS key
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace AND NOT c.relname = ANY ($1)
      GROUP BY c.oid, c.relname ORDER BY c.relname`,
    [NOT_OPERATIONS],
  );
  return rows;
}

async function snapshot(client: pg.Client, tables: Table[]): Promise<Map<string, { table: Table; row: Row }>> {
  const found = new Map<string, { table: Table; row: Row }>();
  for (const table of tables) {
    const { rows } = await client.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${table.name} t`);
    for (const { row } of rows) {
      found.set([table.name, ...table.key.map((column) => row[column])].join(' '), { table, row });
    }
  }
  return found;
}
