import pg from 'pg';

/* The driver's own query, to be extended: what its types leave out. */

export interface Protocol {
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: string[] }): void;
  execute(message: { portal: string }): void;
}

export interface DriverQuery extends pg.Submittable {
  prepare(connection: Protocol): void;
  handleCommandComplete(message: unknown, connection: Protocol): void;
  handleCopyData(message: { chunk: Buffer }): void;
}

export type Callback<Row extends pg.QueryResultRow> = (error: Error | undefined, result: pg.QueryResult<Row>) => void;

export const DriverQuery = pg.Query as unknown as new (
  statement: string | (pg.QueryConfig & { queryMode: 'extended' }),
  values: undefined,
  callback: Callback<never>,
) => DriverQuery;
