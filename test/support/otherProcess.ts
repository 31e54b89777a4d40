import pg from 'pg';
import { expect } from 'vitest';
import type { TestAccount, TestService } from './service.ts';

/** A transaction on the service's database as another process would hold it: its locks last until it is ended. */
export async function openTransaction(service: TestService) {
  const client = new pg.Client({ ...service.database.pool.options });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN');
  const end = async (how: 'COMMIT' | 'ROLLBACK') => {
    await client.query(how);
    await client.end();
  };
  return {
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
  };
}

/** Resolves once a statement of the service waits for a lock that another transaction holds. */
export async function untilStatementWaits(service: TestService): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await service.database.query<{ waiting: number }>({
          text: `SELECT count(*) AS waiting FROM pg_stat_activity
                  WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        });
        return rows[0]?.waiting;
      },
      { interval: 5, timeout: 5_000 },
    )
    .toBeGreaterThan(0);
}

/** One number out of the service's database. */
export async function countOf(service: TestService, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await service.database.query<{ count: number }>({ text, values });
  return rows[0]?.count ?? Number.NaN;
}

export const countTrips = (service: TestService, { accountId }: Pick<TestAccount, 'accountId'>): Promise<number> =>
  countOf(service, 'SELECT count(*) FROM trips WHERE account_id = $1', [accountId]);
