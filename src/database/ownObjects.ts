import { readMigrations } from './migrationFiles.ts';

/*
 * The service's own tables, views and functions are those that its migrations make. What else is in their schema belongs to
 * somebody else, such as a copy that an operator made before a change, or a view for a report. It is left alone, even if its
 * owner is that of the tables.
 */

const MADE = /^\s*CREATE (?:OR REPLACE |UNLOGGED )*(?:TABLE|VIEW|SEQUENCE|FUNCTION) (?:IF NOT EXISTS )?(\w+)/gm;

let literals: string | undefined;
function names(): string {
  const made = () => readMigrations().flatMap(({ sql }) => [...sql.matchAll(MADE)].map(([, name]) => name));
  literals ??= [...new Set(['migrations', ...made()])].map((name) => `'${name}'`).join(', ');
  return literals;
}

export const OUR_SCHEMA = `(SELECT relnamespace FROM pg_class WHERE oid = to_regclass('migrations'))`;

/** The condition for a row of pg_class. */
export const isOurTable = (alias: string): string =>
  `(${alias}.relnamespace = ${OUR_SCHEMA} AND ${alias}.relname IN (${names()}))`;

/** The condition for a row of pg_proc. */
export const isOurFunction = (alias: string): string =>
  `(${alias}.pronamespace = ${OUR_SCHEMA} AND ${alias}.proname IN (${names()}))`;
