import type { Statement } from './connection.ts';
import type { Layout } from './layout/placement.ts';

/**
 * A set of rows as a relation of a statement. The first column, `ordinal`, is a row's position in the set.
 *
 * Several rows are sent as one parameter, a JSON array that the statement turns back into rows: with an array per column
 * and `unnest`, PostgreSQL needs a tuple store per column. A single row, the usual case, is sent as plain parameters, which
 * need no conversion, and PostgreSQL plans for one row.
 *
 * The statement acts for the accounts of its rows, and is a batch.
 */
export interface RowsetColumn<Row> {
  name: string;
  type: string;
  of(row: Row): string | number | boolean | Date | Buffer | null;
}

export interface Rowset<Row> {
  /**
   * Prepares the forms of the statement; `textOf` puts the given relation, including its alias, into a FROM clause. For a Citus
   * cluster all rows must be of one account, which is a parameter of its own there: Citus needs to see which node has it.
   */
  statement(name: string, textOf: (relation: string) => string): (rows: readonly Row[], layout?: Layout) => Statement;
  toJson(rows: readonly Row[]): string;
  /** The relation with the alias, of rows that the expression has in JSON. */
  fromJson(expression: string): string;
}

const ACCOUNT = 'account_id text';

export function rowset<Row>(alias: string, columns: RowsetColumn<Row>[]): Rowset<Row> {
  const definitions = columns.map(({ name, type }) => `${name} ${type}`);
  const parameters = columns.map(({ name, type }, index) => `$${index + 1}::${type} AS ${name}`);
  const fromJson = (expression: string) =>
    `json_to_recordset(${expression}) AS ${alias}(ordinal int, ${definitions.join(', ')})`;
  const ofOneAccount = `(SELECT $2::text AS account_id, several.*
      FROM json_to_recordset($1) AS several(ordinal int, ${definitions.filter((each) => each !== ACCOUNT).join(', ')})) AS ${alias}`;
  const alone = `(SELECT 0 AS ordinal, ${parameters.join(', ')}) AS ${alias}`;

  const account = columns.find(({ name }) => name === 'account_id');
  const accountsOf = (rows: readonly Row[]) => [...new Set(rows.map((row) => String(account?.of(row))))];

  const record = (row: Row, ordinal: number) => {
    const members: Record<string, unknown> = { ordinal };
    for (const { name, of } of columns) {
      const value = written(of(row));
      if (value !== null) members[name] = value; // null members are omitted
    }
    return members;
  };
  const toJson = (rows: readonly Row[]) => JSON.stringify(rows.map(record));
  return {
    toJson,
    fromJson,
    statement(name, textOf) {
      const [forSeveral, forOne, forAccount] = [textOf(fromJson('$1')), textOf(alone), textOf(ofOneAccount)];
      return (rows, layout = 'single') => {
        const [first] = rows;
        const scope = { actsFor: accountsOf(rows), isBatch: true as const };
        if (layout === 'citus' && first !== undefined && rows.length > 1)
          return { text: forAccount, values: [toJson(rows), scope.actsFor[0]], ...scope };
        if (first === undefined || rows.length > 1) return { name, text: forSeveral, values: [toJson(rows)], ...scope };
        const values = columns.map((column) => written(column.of(first)));
        return { name: `${name}_alone`, text: forOne, values, ...scope };
      };
    },
  };
}

/** As written in JSON and in a parameter: bytes in hexadecimal, times in UTC. */
function written(value: string | number | boolean | Date | Buffer | null): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}
