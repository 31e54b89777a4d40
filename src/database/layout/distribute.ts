import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import { POLICY } from '../accountPolicy.ts';
import { ALL_ACCOUNTS } from '../accounts.ts';
import type { Queryable } from '../connection.ts';
import { type Layout, PLACEMENT, type Placement } from './placement.ts';

interface PlacedTable {
  name: string;
  /** Null while Citus does not manage the table, or manages it only because it refers to a reference table. */
  placement: Placement | null;
}

const TABLES = `
  SELECT c.relname AS name,
         CASE WHEN p.autoconverted THEN NULL WHEN p.partmethod = 'h' THEN 'account'
              WHEN p.repmodel = 't' THEN 'reference' WHEN p.partmethod = 'n' THEN 'local' END AS placement
    FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
   WHERE c.relname = ANY ($1) AND c.relkind = 'r'
     AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('migrations'))
   ORDER BY c.relname COLLATE "C"`;

const readPlacements = async (database: Queryable): Promise<PlacedTable[]> => {
  const { rows } = await database.query<PlacedTable>({ text: TABLES, values: [Object.keys(PLACEMENT)] });
  return rows;
};

const isUnplaced = ({ placement }: PlacedTable) => placement === null;

/**
 * Whether the database is laid out as configured; if not, its tables are to be distributed. One that was laid out otherwise is
 * refused, unless it may be moved or has no account yet.
 */
export async function isLaidOut(database: Queryable, layout: Layout, mayMove = false): Promise<boolean> {
  const hasCitus = await hasExtension(database);
  if (layout === 'citus' && !hasCitus)
    throw new OperatorFault('the layout citus needs the extension citus, which the database does not have');
  if (!hasCitus) return true;
  const tables = await readPlacements(database);
  const isDistributed = tables.some(({ placement }) => placement !== null);
  if (layout === 'single') {
    if (isDistributed)
      throw new OperatorFault('the tables are distributed over a Citus cluster: set DATABASE_LAYOUT=citus');
    return true;
  }
  if (!isDistributed && !mayMove && (await hasAccounts(database)))
    throw new OperatorFault(
      'the tables are not distributed yet: stop the service and run npm run -s trips -- migrate --layout citus with DATABASE_LAYOUT=single first',
    );
  return tables.length > 0 && !tables.some(isUnplaced);
}

/** Whether anybody may be using the database yet. */
export async function hasAccounts(database: Queryable): Promise<boolean> {
  const there = await database.query<{ there: boolean }>({
    text: `SELECT to_regclass('accounts') IS NOT NULL AS there`,
  });
  if (!there.rows[0]?.there) return false;
  const { rows } = await database.query<{ has: boolean }>({
    text: 'SELECT EXISTS (SELECT FROM accounts) AS has',
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0]?.has === true;
}

export async function hasExtension(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ there: boolean }>({
    text: `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS there`,
  });
  return rows[0]?.there === true;
}

const PLACE: Record<Placement, (table: string) => string> = {
  account: (table) =>
    `SELECT create_distributed_table('${table}', 'account_id', colocate_with => '${table === 'trips' ? 'default' : 'trips'}')`,
  reference: (table) => `SELECT create_reference_table('${table}')`,
  local: (table) => `SELECT citus_add_local_table_to_metadata('${table}')`,
};

// Nodes do not pass on the setting that policies compare rows with, and Citus refuses the subqueries in them.
const dropPolicy = (table: string) =>
  `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY; DROP POLICY IF EXISTS ${POLICY} ON ${table}`;

// Citus keeps the rows from before in the table of the coordinator, out of sight.
const deleteHiddenRows = (table: string) => `SELECT truncate_local_data_after_distributing_table('${table}')`;

interface ForeignKey {
  child: string;
  name: string;
  definition: string;
}

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS child, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
   WHERE contype = 'f' AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[]))
   ORDER BY conname COLLATE "C"`;

/**
 * Places the tables that are not placed yet, with their rows, in one transaction: it is done completely or not at all. Citus
 * refuses foreign keys between a table that is placed and one that is not, so they are dropped before and added again afterwards.
 * It loses the comments of local tables. Row-level security ends: a cluster has one role, the owner, which is exempt from it.
 */
export async function distributeTables(client: pg.Client): Promise<string[]> {
  const unplaced = (await readPlacements(client)).filter(isUnplaced).map(({ name }) => name);
  // The first of the tables by account decides where the others go.
  const names = [...unplaced.filter((name) => name === 'trips'), ...unplaced.filter((name) => name !== 'trips')];
  const foreignKeys = await client.query<ForeignKey>(FOREIGN_KEYS, [names]);
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
    for (const { child, name } of foreignKeys.rows) await client.query(`ALTER TABLE ${child} DROP CONSTRAINT ${name}`);
    for (const name of names) {
      await client.query(dropPolicy(name));
      await place(client, name, PLACEMENT[name] as Placement);
    }
    for (const { child, name, definition } of foreignKeys.rows)
      await client.query(`ALTER TABLE ${child} ADD CONSTRAINT ${name} ${definition}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // the connection itself may have failed
    throw error;
  }
  return names;
}

async function place(client: pg.Client, table: string, placement: Placement): Promise<void> {
  const rowsBefore = await countRows(client, table);
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description($1::regclass, 'pg_class') AS comment`,
    [table],
  );
  const comment = rows[0]?.comment;
  await client.query(PLACE[placement](table));
  if (placement === 'account') await client.query(deleteHiddenRows(table));
  if (comment) await client.query(`COMMENT ON TABLE ${table} IS ${client.escapeLiteral(comment)}`);
  const rowsAfter = await countRows(client, table);
  if (rowsAfter !== rowsBefore) throw new Error(`${table} had ${rowsBefore} rows and would have ${rowsAfter}`);
}

async function countRows(client: pg.Client, table: string): Promise<string | undefined> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  return rows[0]?.count;
}
