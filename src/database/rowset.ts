/**
 * A set of rows as the one parameter of a statement: a JSON array, which the statement turns back into rows. An array for each
 * column, and `unnest`, takes PostgreSQL a store of its own for every column, however few rows there are. The first column,
 * `ordinal`, is the row's place in the set.
 */
export interface RowsetColumn<Row> {
  name: string;
  type: string;
  /** As it stands in JSON; bytes are written in hexadecimal. */
  of(row: Row): string | number | boolean | Date | Buffer | null;
}

export interface Rowset<Row> {
  /** For the FROM clause; its columns are those given, after `ordinal`. */
  source: string;
  values(rows: readonly Row[]): [string];
}

export function rowset<Row>(alias: string, columns: RowsetColumn<Row>[]): Rowset<Row> {
  const definitions = columns.map(({ name, type }) => `${name} ${type}`);
  const member = (row: Row, column: RowsetColumn<Row>) => {
    const value = column.of(row);
    return value instanceof Buffer ? `\\x${value.toString('hex')}` : value;
  };
  const record = (row: Row, ordinal: number) => {
    const members: Record<string, unknown> = { ordinal };
    for (const column of columns) members[column.name] = member(row, column);
    return members;
  };
  return {
    source: `json_to_recordset($1) AS ${alias}(ordinal int, ${definitions.join(', ')})`,
    values: (rows) => [JSON.stringify(rows.map(record))],
  };
}
