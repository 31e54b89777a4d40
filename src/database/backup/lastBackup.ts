import type pg from 'pg';
import type { Queryable } from '../connection.ts';

/** Where it can be recorded: a database before its migration has no place for it, and a standby cannot be written to. */
export async function recordBackup(session: pg.Client, madeAt: Date): Promise<void> {
  const { rows } = await session.query<{ can: boolean }>(
    `SELECT to_regclass('backups') IS NOT NULL AND NOT pg_is_in_recovery() AS can`,
  );
  if (rows[0]?.can) await session.query('INSERT INTO backups (made_at) VALUES ($1) ON CONFLICT DO NOTHING', [madeAt]);
}

/** When `trips backup` last succeeded, or null if it never has, or not since a restore. */
export async function findLastBackup(database: Queryable): Promise<Date | null> {
  const { rows } = await database.query<{ made_at: Date | null }>({
    text: 'SELECT max(made_at) AS made_at FROM backups',
  });
  return rows[0]?.made_at ?? null;
}
