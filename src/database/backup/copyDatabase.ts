import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import { type Catalogue, readCatalogue, type Table } from './catalogue.ts';
import { insertInto } from './loadRows.ts';
import { withoutForeignKeys } from './replacing.ts';
import { inTransaction, step, type Watch } from './session.ts';
import { portionsOf } from './writeBackup.ts';

/**
 * Copies all rows of all tables to a database with the same migrations, also of those that no backup has: sessions, calendar
 * links, counts. Compares both afterwards. Returns how many rows there are.
 */
export async function copyDatabase(from: pg.Client, to: pg.Client, watch: Watch): Promise<number> {
  return inTransaction(from, 'REPEATABLE READ, READ ONLY', async () => {
    const catalogue = await readCatalogue(from);
    expectSameTables(catalogue, await readCatalogue(to));
    await inTransaction(to, 'READ COMMITTED, READ WRITE', () => copyRows(catalogue, from, to, watch));
    return inTransaction(to, 'REPEATABLE READ, READ ONLY', () => compareRows(catalogue, from, to, watch));
  });
}

function expectSameTables(from: Catalogue, to: Catalogue): void {
  const unknown = from.migrations.find((name) => !to.migrations.includes(name));
  if (unknown !== undefined)
    throw new OperatorFault(`the database is of a newer release (it has ${unknown}): nothing was changed`);
  const different = [...from.others, ...differing(columnsOf(from), columnsOf(to))];
  if (different.length > 0)
    throw new OperatorFault(
      `the database does not have the tables that its migrations make (${different.join(', ')}): nothing was changed`,
    );
}

const differing = (some: string[], others: string[]) => [
  ...some.filter((each) => !others.includes(each)),
  ...others.filter((each) => !some.includes(each)),
];

const columnsOf = ({ tables }: Catalogue) =>
  tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name} ${column.type}`));

async function copyRows({ tables }: Catalogue, from: pg.Client, to: pg.Client, watch: Watch): Promise<void> {
  await withoutForeignKeys(to); // the rows are those of a database that has checked them
  await to.query(`TRUNCATE ONLY ${tables.map(({ qualified }) => qualified).join(', ONLY ')}`); // what migrations inserted
  let copied = 0;
  for (const table of tables) {
    const text = insertInto(
      tables,
      table.name,
      table.columns.map(({ name }) => name),
    );
    for await (const { lines, rows } of portionsOf(from, table)) {
      await to.query({ text, values: [`[${lines.toString().trimEnd().replaceAll('\n', ',')}]`] });
      copied += rows;
      step(watch, `${copied} rows copied`);
    }
  }
  await to.query(`ANALYZE ${tables.map(({ qualified }) => qualified).join(', ')}`);
}

async function compareRows({ tables }: Catalogue, from: pg.Client, to: pg.Client, watch: Watch): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const [before, after] = await Promise.all([digestOf(from, table), digestOf(to, table)]);
    if (before.rows !== after.rows || before.digest !== after.digest)
      throw new OperatorFault(`the copy of table ${table.name} differs from it: nothing was changed`);
    rows += after.rows;
    step(watch, `${rows} rows compared`);
  }
  return rows;
}

/** The same for the same rows in any order, on every version of PostgreSQL. */
async function digestOf(session: pg.Client, { qualified, columns }: Table): Promise<{ rows: number; digest: string }> {
  const texts = columns.map(({ quoted }) => `${quoted}::text AS ${quoted}`).join(', ');
  const { rows } = await session.query<{ rows: number; digest: string }>(`
    SELECT count(*)::int AS rows,
           coalesce(sum(('x' || left(md5(row_to_json(r)::text), 16))::bit(64)::bigint), 0)::text AS digest
      FROM (SELECT ${texts} FROM ONLY ${qualified}) r`);
  return rows[0] ?? { rows: 0, digest: '' };
}
