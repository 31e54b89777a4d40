import { ACCOUNT_PREFIX } from './accounts.ts';
import type { WrittenRow } from './written.ts';

/**
 * The parameters of a limit's statement, set for each operation. They are numbers because pgbench's variables are; the ids made from
 * them are as long as the service's, and grow over time as its own do.
 */
export type NumberName = 'account' | 'serial' | 'key' | 'minutes';

/** With the fourteen digits of a serial, 24 characters. */
export const TRIP_PREFIX = '6af9277e01';
export const RIDER_PREFIX = '6af9277e02';

/** The values of the watched operation that differ in every other one. */
export interface Particulars {
  accountId: string;
  tripId: string;
  riderId: string | undefined;
  idempotencyKey: string | undefined;
  at: Date;
}

/**
 * One statement that writes the rows that the service was seen to write, and nothing else: it neither looks up the key nor applies a
 * rule. `:name` stands for a number.
 */
export function statementFor(rows: readonly WrittenRow[], particulars: Particulars): string {
  const parts = rows.map((row) => (row.before === undefined ? insertion(row, particulars) : change(row, particulars)));
  const last = parts.pop() ?? 'SELECT 1';
  return parts.length === 0
    ? last
    : `WITH ${parts.map((part, index) => `w${index} AS (${part})`).join(',\n')}\n${last}`;
}

function insertion({ table, after }: WrittenRow, particulars: Particulars): string {
  const columns = Object.keys(after);
  const values = columns.map((column) => expression(column, after[column], particulars));
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`;
}

function change({ table, before, after, key }: WrittenRow, particulars: Particulars): string {
  const changed = Object.keys(after).filter(
    (column) => !key.includes(column) && JSON.stringify(after[column]) !== JSON.stringify(before?.[column]),
  );
  const settings = changed.map((column) => {
    const [old, now] = [before?.[column], after[column]];
    if (typeof old === 'number' && typeof now === 'number') return `${column} = ${column} + ${now - old}`;
    return `${column} = ${expression(column, now, particulars)}`;
  });
  const place = key.map((column) => `${column} = ${expression(column, after[column], particulars)}`);
  return `UPDATE ${table} SET ${settings.join(', ')} WHERE ${place.join(' AND ')}`;
}

function expression(column: string, value: unknown, { accountId, tripId, riderId, idempotencyKey, at }: Particulars) {
  if (value === null || value === undefined) return 'NULL';
  if (value === accountId) return `'${ACCOUNT_PREFIX}' || :account`;
  if (value === tripId) return `'${TRIP_PREFIX}' || :serial`;
  if (value === riderId) return `'${RIDER_PREFIX}' || :serial`;
  if (value === idempotencyKey) return `'bench-' || :key || '-' || :serial`;
  if (column === 'scheduled_at') return `now() + :minutes::int * interval '1 minute'`;
  if (column.endsWith('_at')) {
    const seconds = Math.round((Date.parse(String(value)) - at.getTime()) / 60_000) * 60;
    return `now() + interval '${seconds} seconds'`;
  }
  return literal(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** A value in SQL, without colons, which pgbench would read as variables. */
export const literal = (text: string) =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`;

/** The same statement for the driver: names become $1, $2 …, in the order of `names`. */
export function numbered(statement: string): { text: string; names: NumberName[] } {
  const names: NumberName[] = [];
  const text = statement.replace(/(?<!:):(account|serial|key|minutes)\b/g, (_, name: NumberName) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}
