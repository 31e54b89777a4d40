import type { Database } from './connection.ts';

/** Runs at most `most` statements or transactions at once; the rest wait. For work that must leave the connections to requests. */
export function limitStatements(database: Database, most: number): Database {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve)); // takes over the turn of the one that ends
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    ...database,
    query: (statement) => inTurn(() => database.query(statement)),
    transaction: (work) => inTurn(() => database.transaction(work)),
  };
}
