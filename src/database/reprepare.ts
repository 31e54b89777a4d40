import type { Statement } from './connection.ts';

/**
 * "cached plan must not change result type": recognised by the routine that raises it, since the text depends on the
 * server's language.
 */
const isOutdated = (error: unknown) => (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';

/** Gives a statement the name by which it is to be prepared now. */
export type Naming = (statement: Statement) => Statement;

/** Does work with statements, and again if they have to be prepared again. */
type Anew = <Result>(work: (naming: Naming) => Promise<Result>) => Promise<Result>;

/** For sessions that keep no prepared statement: each statement is prepared for one execution. */
export const withoutNames: Anew = (work) => work(({ name: _, ...statement }) => statement);

/**
 * A prepared statement keeps its result types. When a column's type changes under a running service, PostgreSQL refuses
 * the statement on every connection that prepared it, before executing anything. The work is then done again under new
 * names, which each connection prepares again.
 */
export function repreparing(): Anew {
  let edition = 0;
  return async function run(work) {
    const tried = edition;
    try {
      return await work((statement) => (tried === 0 ? statement : renamed(statement, tried)));
    } catch (error) {
      if (!isOutdated(error)) throw error;
    }
    if (edition === tried) edition += 1; // otherwise another statement met the same change
    return run(work);
  };
}

const renamed = (statement: Statement, edition: number): Statement =>
  statement.name === undefined ? statement : { ...statement, name: `${statement.name}@${edition}` };
