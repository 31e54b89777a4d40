import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import { isContractName } from '../migrate.ts';
import type { Contents } from './backupReader.ts';
import type { Catalogue, Reference, Table } from './catalogue.ts';
import type { Header } from './format.ts';
import { type BackupSource, readBackup } from './readBackup.ts';
import { step, type Watch } from './session.ts';

/** Columns that no release has filled: a backup that was made before `migrate --contract` has them, a new database does not. */
const NEVER_FILLED = new Set(['webhook_endpoints.previous_secret', 'webhook_endpoints.previous_secret_until']);

/**
 * Refuses a backup that does not fit this database completely. One of an older schema fits: new columns get their
 * defaults.
 */
export function checkFits(header: Header, { tables, migrations }: Catalogue, file: string): void {
  const unknown = header.migrations.find((name) => !migrations.includes(name));
  if (unknown !== undefined && isContractName(unknown))
    throw new OperatorFault(
      `${file} has ${unknown}, which waits here: run npm run -s trips -- migrate --contract first`,
    );
  if (unknown !== undefined)
    throw new OperatorFault(`${file} was made by a newer release (it has ${unknown}): upgrade this one first`);
  for (const { name, columns } of header.tables) {
    const table = tables.find((each) => each.name === name);
    if (!table) throw new OperatorFault(`${file} has a table ${name}, which this release no longer has`);
    const lacking = columns.find(
      (column) => !table.columns.some((each) => each.name === column) && !NEVER_FILLED.has(`${name}.${column}`),
    );
    if (lacking !== undefined)
      throw new OperatorFault(`${file} has a column ${name}.${lacking}, which this release no longer has`);
  }
}

/**
 * Trips number their changes, and callers know them as events by these numbers, also those that a restore forgets. So that no
 * number is given twice, also if a file is restored twice, the numbers of restored trips continue at the seconds since 2025.
 */
const REPLACED_VALUES: Record<string, Record<string, string>> = {
  trips: { version: `greatest(r.version::int, extract(epoch FROM now() - timestamptz '2025-01-01 00:00Z')::int)` },
};

/** Inserts every row of the backup, verifying the file once more. */
export async function loadRows(
  session: pg.Client,
  catalogue: Catalogue,
  source: BackupSource,
  header: Header,
  watch: Watch,
): Promise<Contents> {
  const inserts = new Map(
    header.tables.map(({ name, columns }) => [
      name,
      insertInto(catalogue.tables, name, columns, REPLACED_VALUES[name]),
    ]),
  );
  let loaded = 0;
  return readBackup(source, async (table, rows) => {
    const text = inserts.get(table);
    if (text === undefined) throw changed(source);
    try {
      await session.query({ text, values: [`[${rows.join(',')}]`] });
    } catch (error) {
      throw rowFault(source, table, error as pg.DatabaseError);
    }
    loaded += rows.length;
    step(watch, `${loaded} rows restored`);
  });
}

export const changed = ({ file }: BackupSource) =>
  new OperatorFault(`${file} was changed while it was read: nothing was restored`);

/** Takes rows as the text of a JSON array. `instead` has other values for some columns. */
export function insertInto(
  tables: Table[],
  name: string,
  columns: string[],
  instead: Record<string, string> = {},
): string {
  const { qualified, columns: all, isAppendOnly } = tables.find((each) => each.name === name) as Table;
  const chosen = all.filter((column) => columns.includes(column.name));
  const [names, texts, values] = [
    chosen.map(({ quoted }) => quoted),
    chosen.map(({ quoted }) => `${quoted} text`),
    chosen.map((column) => instead[column.name] ?? `r.${column.quoted}::${column.type}`),
  ];
  return `INSERT INTO ${qualified} (${names.join(', ')})
          SELECT ${values.join(', ')} FROM json_to_recordset($1::json) AS r(${texts.join(', ')})
          ${isAppendOnly ? 'ON CONFLICT DO NOTHING' : ''}`;
}

/** A row that the schema refuses is the file's fault; a full or lost database is not. */
function rowFault({ file }: BackupSource, table: string, error: pg.DatabaseError): Error {
  if (!/^2[23]/.test(error.code ?? '')) return error;
  return new OperatorFault(
    `${file} has a row that table ${table} refuses (${error.message.replaceAll(/\s+/g, ' ')}): nothing was changed`,
  );
}

/** Checks every foreign key, for all rows at once: PostgreSQL did not check them when the rows were loaded. */
export async function checkReferences(session: pg.Client, { references }: Catalogue): Promise<void> {
  for (const reference of references) {
    const { rows } = await session.query<{ broken: boolean }>(`SELECT EXISTS (${orphansOf(reference)}) AS broken`);
    if (rows[0]?.broken)
      throw new OperatorFault(
        `a row of ${reference.child} refers to a missing row of ${reference.parent} (${reference.name}): nothing was changed`,
      );
  }
}

function orphansOf({ child, childColumns, parent, parentColumns }: Reference): string {
  const isGiven = childColumns.map((column) => `c.${column} IS NOT NULL`);
  const isThere = childColumns.map((column, index) => `p.${parentColumns[index]} = c.${column}`);
  return `
    SELECT FROM ${child} c
     WHERE ${isGiven.join(' AND ')} AND NOT EXISTS (SELECT FROM ${parent} p WHERE ${isThere.join(' AND ')})`;
}
