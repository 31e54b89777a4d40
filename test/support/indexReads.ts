import type { TestService } from './service.ts';

/** How many entries of the trips' indexes were read until now, by the one connection that is used when nothing happens at once. */
export async function entriesRead({ database }: TestService): Promise<number> {
  await database.query({ text: 'SELECT pg_stat_force_next_flush()' });
  const { rows } = await database.query<{ entries: number }>({
    text: `SELECT sum(idx_tup_read)::int AS entries FROM pg_stat_user_indexes WHERE relname = 'trips'`,
  });
  return rows[0]?.entries ?? 0;
}
