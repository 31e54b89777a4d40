import type { Database, Queryable, Statement } from '../../src/database/connection.ts';

/** A database that gives these rows in turn, one per statement, and remembers the statements and which a transaction had. */
export function databaseWith(...answers: object[]) {
  const statements: (Statement & { isInTransaction: boolean })[] = [];
  const sentIn = (isInTransaction: boolean) => ({
    async query(statement: Statement) {
      statements.push({ ...statement, isInTransaction });
      return { rows: [answers.shift()], rowCount: 1 };
    },
  });
  const database = {
    ...sentIn(false),
    transaction: (work: (transaction: Queryable) => unknown) => work(sentIn(true) as unknown as Queryable),
  };
  return { database: database as unknown as Database, statements };
}
