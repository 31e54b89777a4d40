import { currentScope, inSpan, type Tracer } from '../tracing.ts';
import type { Database, Queryable, Statement } from './connection.ts';

const ATTRIBUTES = { 'db.system.name': 'postgresql' };

/** Traces the statements of traced requests by their names, without their values. Periodic jobs are not traced. */
export function tracedDatabase(database: Database, tracer: Tracer): Database {
  const traced = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
    currentScope() === undefined
      ? work()
      : inSpan(tracer.start(name, { kind: 'client', attributes: ATTRIBUTES }), work);
  const tracedQueries = (queryable: Queryable): Queryable => ({
    layout: database.layout,
    query: (statement) => traced(nameOf(statement), () => queryable.query(statement)),
  });
  return {
    ...database,
    ...tracedQueries(database),
    transaction: (work) => traced('transaction', () => database.transaction((client) => work(tracedQueries(client)))),
  };
}

const nameOf = ({ name, text }: Statement): string => name ?? /\w+/.exec(text)?.[0] ?? 'statement';
