import type pg from 'pg';
import type { Queryable, Statement } from './connection.ts';

/** "cached plan must not change result type": told by where it arises, since the text goes by the server's language. */
const isOutdated = (error: unknown) => (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';

/**
 * A prepared statement keeps the types of its result. When a column's type is changed under a running service, PostgreSQL
 * refuses the statement on every connection that had prepared it, before it does anything. It then goes again under a new
 * name, which each connection prepares anew.
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
    if (edition === tried) edition += 1; // otherwise a neighbour has met the same change
    return query<Row>(statement);
  };
  return query;
}

const renamed = (statement: Statement, edition: number): Statement =>
  statement.name === undefined ? statement : { ...statement, name: `${statement.name}@${edition}` };
