import type pg from 'pg';
import type { Queryable } from '../connection.ts';

export async function recordBackup(session: pg.Client, madeAt: Date): Promise<void> {
  await session.query('INSERT INTO backups (made_at) VALUES ($1) ON CONFLICT DO NOTHING', [madeAt]);
}

/** When `trips backup` last succeeded, or null if it never has, or not since a restore. */
export async function findLastBackup(database: Queryable): Promise<Date | null> {
  const { rows } = await database.query<{ made_at: Date | null }>({
    text: 'SELECT max(made_at) AS made_at FROM backups',
  });
  return rows[0]?.made_at ?? null;
}
