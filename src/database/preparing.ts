import type pg from 'pg';
import type { Queryable, Statement } from './connection.ts';

/**
 * "cached plan must not change result type": recognised by the routine that raises it, since the text depends on the
 * server's language.
 */
const isOutdated = (error: unknown) => (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';

/**
 * A prepared statement keeps its result types. When a column's type changes under a running service, PostgreSQL refuses
 * the statement on every connection that prepared it, before executing anything. It is then retried under a new name,
 * which each connection prepares again.
 */
export function preparingAnew(run: Queryable['query']): Queryable['query'] {
  let edition = 0;
  const query: Queryable['query'] = async <Row extends pg.QueryResultRow>(statement: Statement) => {
    const tried = edition;
    try {
      return await run<Row>(tried === 0 ? statement : renamed(statement, tried));
    } catch (error) {
      if (!isOutdated(error)) throw error;
    }
    if (edition === tried) edition += 1; // otherwise another statement met the same change
    return query<Row>(statement);
  };
  return query;
}

const renamed = (statement: Statement, edition: number): Statement =>
  statement.name === undefined ? statement : { ...statement, name: `${statement.name}@${edition}` };
