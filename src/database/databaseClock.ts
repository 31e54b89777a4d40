import type { Clock } from '../clock.ts';
import type { Queryable } from './connection.ts';

/** The database's own time, on which all processes agree. */
export async function databaseNow(database: Queryable): Promise<Date> {
  const { rows } = await database.query<{ now: Date }>({ text: 'SELECT clock_timestamp() AS now' });
  if (!rows[0]) throw new Error('the database does not say what time it is');
  return rows[0].now;
}

/**
 * How far this process's clock is ahead of the database's, in seconds; 0 if the database's time lies between the start and the end of
 * the query, so that a slow answer is not taken for a difference.
 */
export async function clockOffsetSeconds(database: Queryable, clock: Clock): Promise<number> {
  const asked = clock().getTime();
  const databaseMs = (await databaseNow(database)).getTime();
  const answered = clock().getTime();
  const aheadMs = Math.max(0, asked - databaseMs) || Math.min(0, answered - databaseMs);
  return aheadMs / 1000;
}
