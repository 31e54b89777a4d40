import type pg from 'pg';

/** Held by the process that migrates; whoever must not run beside a migration takes it too. */
export const MIGRATION_LOCK = 7_247_010;

const SHOW_LIFE_MS = 5_000;

/**
 * Tries to take the lock, and holds it until the session ends. It belongs to a transaction, since a pooler may give every
 * transaction another session. Between two statements that transaction has no snapshot, so that CREATE INDEX CONCURRENTLY
 * does not wait for it; for the same reason nothing else may be done in it. A process that hangs for longer than
 * `hangingLimit` loses the lock.
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
  if (results.at(-1)?.rows[0]?.taken) {
    const timer = setInterval(() => session.query('SELECT').catch(() => {}), SHOW_LIFE_MS);
    session.once('end', () => clearInterval(timer));
    return true;
  }
  await session.query('ROLLBACK');
  return false;
}
