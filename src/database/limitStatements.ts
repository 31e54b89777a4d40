import type { Queryable } from './connection.ts';

/** Runs at most so many statements at once; the rest wait. For work that must leave the connections to requests. */
export function limitStatements(database: Queryable, most: number): Queryable {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async query(statement) {
      if (running < most) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve)); // takes over the turn of the one that ends
      try {
        return await database.query(statement);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
