const COMMENT_LITERAL_OR_BODY = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|BEGIN ATOMIC.*?\nEND;/gs;

/** SQL in small letters without comments and line ends, and with nothing in its literals and bodies. */
const bare = (sql: string): string =>
  sql
    .replaceAll(COMMENT_LITERAL_OR_BODY, (found) => (/^[-/]/.test(found) ? '' : "''"))
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

export const statementsOf = (sql: string): string[] =>
  bare(sql)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

/** The parts between commas that stand in no brackets. */
export function partsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

const TABLE_CONSTRAINT = /^(primary key|foreign key|unique|check|constraint|exclude|like)\b/;

/** A table that a statement makes, with its columns. */
export function createdTable(statement: string): { table: string; columns: string[] } | undefined {
  const [, table, body] = /^create table (?:if not exists )?(\w+) ?\((.*)\)/.exec(statement) ?? [];
  if (table === undefined || body === undefined) return undefined;
  const columns = partsOf(body).filter((part) => !TABLE_CONSTRAINT.test(part));
  return { table, columns: columns.map((column) => column.split(' ')[0] ?? '') };
}

/** The columns that a statement adds to a table. */
export function addedColumns(statement: string): { table: string; columns: string[] } | undefined {
  const [, table, actions] = /^alter table (?:only )?(\w+) (.+)$/.exec(statement) ?? [];
  if (table === undefined || actions === undefined) return undefined;
  const columns = partsOf(actions).map((action) => /^add column (?:if not exists )?(\w+)/.exec(action)?.[1]);
  return { table, columns: columns.filter((column) => column !== undefined) };
}
