/**
 * A set of rows as the parameters of one statement: a column becomes an array, and `unnest` in the statement
 * turns the arrays back into rows. The first column, `ordinal`, is the row's place in the set.
 */
export interface RowsetColumn<Row> {
  name: string;
  type: string;
  of(row: Row): unknown;
}

export interface Rowset<Row> {
  /** For the FROM clause; its columns are those given, after `ordinal`. */
  source: string;
  values(rows: readonly Row[]): unknown[];
}

export function rowset<Row>(alias: string, columns: RowsetColumn<Row>[]): Rowset<Row> {
  const parameters = columns.map(({ type }, index) => `$${index + 2}::${type}[]`);
  const names = columns.map(({ name }) => name);
  return {
    source: `unnest($1::int[], ${parameters.join(', ')}) AS ${alias}(ordinal, ${names.join(', ')})`,
    values: (rows) => [rows.map((_, index) => index), ...columns.map(({ of }) => rows.map(of))],
  };
}
