import type pg from 'pg';
import type { Queryable } from './connection.ts';

/** Held by the process that migrates; whoever must not run beside a migration takes it too. */
export const MIGRATION_LOCK = 7_247_010;

const SHOW_LIFE_MS = 5_000;

/**
 * Tries to take the lock, and holds it until the session ends. It belongs to a transaction, since a pooler may give every
 * transaction another session. Between two statements that transaction has no snapshot, so that CREATE INDEX CONCURRENTLY
 * does not wait for it; for the same reason nothing else may be done in it. A process that hangs for longer than
 * `hangingLimit` loses the lock. Returns what may still be asked in that session.
 */
export async function tryMigrationLock(
  session: pg.Client,
  mode: 'exclusive' | 'shared',
  hangingLimit: string,
): Promise<Queryable | undefined> {
  const take = mode === 'shared' ? 'pg_try_advisory_xact_lock_shared' : 'pg_try_advisory_xact_lock';
  const results = (await session.query(`
    BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL idle_in_transaction_session_timeout = '${hangingLimit}';
    SELECT ${take}(${MIGRATION_LOCK}) AS taken`)) as unknown as pg.QueryResult<{ taken: boolean }>[];
  if (!results.at(-1)?.rows[0]?.taken) return void (await session.query('ROLLBACK'));
  const held = oneByOne(session);
  const timer = setInterval(() => held.query({ text: 'SELECT' }).catch(() => {}), SHOW_LIFE_MS);
  session.once('end', () => clearInterval(timer));
  return held;
}

/** A connection executes one statement at a time. */
function oneByOne(session: pg.Client): Queryable {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const result = last.then(() => session.query<Row>(statement));
      last = result.catch(() => {});
      return result;
    },
  };
}
