import type pg from 'pg';

/** Held by the process that migrates; whoever must not run beside a migration takes it too. */
export const MIGRATION_LOCK = 7_247_010;

const SHOW_LIFE_MS = 5_000;

/**
 * Tries to take the lock, and holds it until the session ends. It belongs to a transaction, since a pooler may give every
 * transaction another session. CREATE INDEX CONCURRENTLY waits for the end of every transaction that it sees with a snapshot,
 * so nothing else may be done in this one. A process that hangs for longer than `hangingLimit` loses the lock.
 */
export async function tryMigrationLock(
  session: pg.Client,
  mode: 'exclusive' | 'shared',
  hangingLimit: string,
): Promise<boolean> {
  const take = mode === 'shared' ? 'pg_try_advisory_xact_lock_shared' : 'pg_try_advisory_xact_lock';
  const results = (await session.query(`
    BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL idle_in_transaction_session_timeout = '${hangingLimit}';
    SELECT ${take}(${MIGRATION_LOCK}) AS taken`)) as unknown as pg.QueryResult<{ taken: boolean }>[];
  if (!results.at(-1)?.rows[0]?.taken) {
    await session.query('ROLLBACK');
    return false;
  }
  const timer = setInterval(() => showLife(session).catch(() => {}), SHOW_LIFE_MS);
  session.once('end', () => clearInterval(timer));
  return true;
}

/** An empty statement: every other one has a snapshot. */
export const showLife = (session: pg.Client) => session.query('');
