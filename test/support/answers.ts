import type { Database, Queryable, Statement } from '../../src/database/connection.ts';

/** A database that answers each statement with the next row or rows, and remembers the statements and which a transaction had. */
export function databaseWith(...answers: (object | object[])[]) {
  const statements: (Statement & { isInTransaction: boolean })[] = [];
  const sentIn = (isInTransaction: boolean) => ({
    async query(statement: Statement) {
      statements.push({ ...statement, isInTransaction });
      const rows = [answers.shift()].flat();
      return { rows, rowCount: rows.length };
    },
  });
  const database = {
    ...sentIn(false),
    transaction: (work: (transaction: Queryable) => unknown) => work(sentIn(true) as unknown as Queryable),
  };
  return { database: database as unknown as Database, statements };
}

/** A database that answers every statement with this row, but only when the test lets it: `answers` has one function a statement. */
export function waitingDatabase(row: object) {
  const answers: (() => void)[] = [];
  const query = () => new Promise((resolve) => answers.push(() => resolve({ rows: [row], rowCount: 1 })));
  const transaction = (work: (transaction: Queryable) => unknown) => work({ query } as unknown as Queryable);
  return { database: { query, transaction } as unknown as Database, answers };
}

/** Until what this turn of the event loop has asked for was sent. */
export const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
