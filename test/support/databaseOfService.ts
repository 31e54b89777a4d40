import pg from 'pg';
import { expect, inject } from 'vitest';
import { findRoles } from '../../src/database/batchesRole.ts';
import type { Database, Queryable } from '../../src/database/connection.ts';
import { queryScoped } from '../../src/database/scopedQuery.ts';
import { asAdmin } from './database.ts';
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

/**
 * A transaction of the service itself, as the role that serves, or of the owner of the tables, whom no row-level security limits.
 * `query` is for what controls the transaction.
 */
export async function transactionOn({ serving }: TestService, { layout, pool }: Database) {
  const client = await pool.connect();
  await client.query('BEGIN');
  const scope = {
    roles: await findRoles(client),
    isInTransaction: true,
    isPooled: inject('pgBouncer') !== undefined && pool === serving.pool,
  };
  const isCluster = layout === 'citus'; // which has no row-level security
  const database: Queryable = {
    ...(isCluster && { layout }),
    query: ({ name: _, ...statement }) => (isCluster ? client.query(statement) : queryScoped(client, statement, scope)),
  };
  return {
    database,
    query: (text: string) => client.query(text),
    async rollback() {
      await client.query('ROLLBACK');
      client.release();
    },
  };
}

const WAITING = `SELECT count(*) AS waiting FROM pg_stat_activity
                  WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const WAITING_ON_ANY_NODE = 'SELECT count(*) AS waiting FROM citus_lock_waits';

/** Resolves once a statement of the service waits for a lock that another transaction holds. */
export async function untilStatementWaits(service: TestService): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await service.database.query<{ waiting: number }>({
          text: inject('nodes').length > 1 ? WAITING_ON_ANY_NODE : WAITING,
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

/** Makes a service's database unavailable, as when its server is gone; returns the function that brings it back. */
export async function takeDatabaseAway({ serving: database }: TestService): Promise<() => void> {
  const options = database.pool.options as { host: string; database: string };
  const { host } = options;
  // Behind a pooler, an open connection would lead to the database as soon as it is back.
  const idle = await Promise.all(Array.from({ length: database.pool.idleCount }, () => database.pool.connect()));
  options.host = '/nowhere';
  for (const client of idle) client.release(true);
  await asAdmin('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [options.database]);
  return () => {
    options.host = host;
  };
}

/**
 * Three ways in which PostgreSQL refuses a booking with a note: a change of the table, and its undoing. Its detail (the
 * first) or its very message (the others) quotes what was in the row.
 */
const ROW_REFUSALS = [
  ['ADD CONSTRAINT refused CHECK (length(note) < 3) NOT VALID', 'DROP CONSTRAINT refused'],
  ['ALTER note TYPE varchar(3) USING NULL', 'ALTER note TYPE text'],
  ['ADD COLUMN refused int GENERATED ALWAYS AS (CASE WHEN note IS NOT NULL THEN note::int END) STORED', 'DROP refused'],
] as const;

/** Acts once under each of them. */
export async function underRowRefusals(
  run: (statement: string) => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<void> {
  for (const [make, undo] of ROW_REFUSALS) {
    await run('UPDATE trips SET note = NULL');
    await run(`ALTER TABLE trips ${make}`);
    await act();
    await run(`ALTER TABLE trips ${undo}`);
  }
}
