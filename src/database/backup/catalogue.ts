import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import { POLICY } from '../accountPolicy.ts';
import type { Layout } from '../layout/placement.ts';
import { readMigrations } from '../migrationFiles.ts';
import { isOurTable, OUR_SCHEMA } from '../ownObjects.ts';

export interface Column {
  name: string;
  quoted: string;
  type: string;
}

export interface Table {
  name: string;
  /** With its schema, quoted for a statement. */
  qualified: string;
  columns: Column[];
  /** A table whose comment says "not in backups" is emptied by a restore, and no backup has its rows. */
  isKept: boolean;
  /** A table whose comment says "append-only" keeps its rows in a restore, and the backup's are added to them. */
  isAppendOnly: boolean;
}

/** A foreign key; tables and columns are quoted for a statement. */
export interface Reference {
  name: string;
  child: string;
  childColumns: string[];
  parent: string;
  parentColumns: string[];
}

export interface Catalogue {
  /** All tables of ours except the migrations, parents before their children. */
  tables: Table[];
  /** The names of the tables beside them, which hold rows of somebody else's. */
  others: string[];
  references: Reference[];
  /** The applied migrations. */
  migrations: string[];
  /** How the tables are laid out; on one PostgreSQL if undefined. */
  layout?: Layout;
}

const OF_EXTENSION = `
  EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/**
 * $1 is whether the database has migrations of a newer release. That one may have made any table of the same owner which this role
 * may read, and no row of it must be missing in a backup.
 */
const ours = () => `(${isOurTable('c')}
  OR $1::boolean AND c.relnamespace = ${OUR_SCHEMA} AND NOT ${OF_EXTENSION} AND has_table_privilege(c.oid, 'SELECT')
     AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('migrations')))`;

const othersQuery = () => `
  SELECT c.relname AS name FROM pg_class c
   WHERE c.relkind IN ('r', 'p', 'f', 'm') AND NOT c.relispartition
     AND c.relnamespace = ${OUR_SCHEMA} AND NOT ${ours()} AND NOT ${OF_EXTENSION}
   ORDER BY c.relname COLLATE "C"`;

const tablesQuery = () => `
  SELECT c.relname AS name, format('%I.%I', n.nspname, c.relname) AS qualified,
         obj_description(c.oid, 'pg_class') IS DISTINCT FROM 'not in backups' AS "isKept",
         obj_description(c.oid, 'pg_class') IS NOT DISTINCT FROM 'append-only' AS "isAppendOnly",
         json_agg(json_build_object('name', a.attname, 'quoted', quote_ident(a.attname),
                                    'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
   WHERE c.relkind = 'r' AND c.relname <> 'migrations' AND ${ours()}
   GROUP BY n.nspname, c.oid, c.relname
   ORDER BY c.relname COLLATE "C"`;

// Including those from or to another schema: a restore must not leave them dangling.
const referencesQuery = () => `
  SELECT k.conname AS name,
         (SELECT format('%I.%I', n.nspname, r.relname) FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace
           WHERE r.oid = k.conrelid) AS child,
         (SELECT format('%I.%I', n.nspname, r.relname) FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace
           WHERE r.oid = k.confrelid) AS parent,
         (SELECT json_agg(quote_ident(a.attname) ORDER BY position) FROM unnest(k.conkey) WITH ORDINALITY u(number, position)
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = number) AS "childColumns",
         (SELECT json_agg(quote_ident(a.attname) ORDER BY position) FROM unnest(k.confkey) WITH ORDINALITY u(number, position)
            JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = number) AS "parentColumns"
    FROM pg_constraint k
   WHERE k.contype = 'f' AND k.convalidated AND EXISTS (SELECT FROM pg_class c WHERE c.oid IN (k.conrelid, k.confrelid) AND ${ours()})
   ORDER BY k.conname COLLATE "C"`;

// The sequence of a column belongs to its table. A policy that is not ours may hide rows.
const notUnderstoodQuery = () => `
  SELECT c.relname AS name, CASE c.relkind WHEN 'S' THEN 'sequence' WHEN 'p' THEN 'partitioned table' WHEN 'f' THEN 'foreign table'
                                           ELSE 'policy on table' END AS kind
    FROM pg_class c
   WHERE ${ours()} AND (c.relkind IN ('S', 'p', 'f')
                      OR EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname <> '${POLICY}'))
      OR c.relkind = 'S' AND EXISTS (SELECT FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
                                      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
                                        AND d.refclassid = 'pg_class'::regclass AND ${isOurTable('t')})
   ORDER BY c.relname COLLATE "C"`;

/** Asks the database itself what to back up: which tables are there, and what they are like. */
export async function readCatalogue(session: pg.Client): Promise<Catalogue> {
  const { rows: applied } = await session.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const migrations = applied.map(({ name }) => name);
  const known = new Set(readMigrations().map(({ name }) => name));
  const values = [migrations.some((name) => !known.has(name))];
  const { rows: strange } = await session.query<{ name: string; kind: string }>(notUnderstoodQuery(), values);
  if (strange[0])
    throw new OperatorFault(`a backup cannot hold the ${strange[0].kind} ${strange[0].name} of this database`);
  const { rows: tables } = await session.query<Table>(tablesQuery(), values);
  const { rows: others } = await session.query<{ name: string }>(othersQuery(), values);
  const { rows: references } = await session.query<Reference>(referencesQuery(), values);
  const order = parentsFirst(
    tables.map(({ qualified }) => qualified),
    references,
  );
  return {
    tables: tables.sort((a, b) => order.indexOf(a.qualified) - order.indexOf(b.qualified)),
    others: others.map(({ name }) => name),
    references,
    migrations,
  };
}

/** Sorts parents before the children that refer to them, so that rows can be inserted in this order. */
function parentsFirst(names: string[], references: { child: string; parent: string }[]): string[] {
  const ordered: string[] = [];
  const visit = (name: string, trail: string[]) => {
    if (ordered.includes(name)) return;
    if (trail.includes(name))
      throw new OperatorFault(`tables refer to each other in a circle: ${[...trail, name].join(', ')}`);
    const parents = references.filter(
      ({ child, parent }) => child === name && parent !== name && names.includes(parent),
    );
    for (const { parent } of parents) visit(parent, [...trail, name]);
    ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}
