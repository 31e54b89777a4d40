import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import type { ConnectionTarget } from '../../src/database/connect.ts';
import { putSettingsOnRole } from '../../src/database/pooler.ts';
import { createLogger } from '../../src/start/log.ts';
import { createClusterDatabase, dropDatabase, onEveryServer, onServer, type TestServer } from './servers.ts';

export interface TestDatabase {
  target: TestServer & { database: string };
  /** The same database as a setting. */
  url: string;
  /** The role that may serve it. Nobody has given one its privileges before the tables are there: then it is the owner. */
  servingRole: string;
  /** All settings that lead a process to it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** A fresh, migrated database of its own. */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const nodes = inject('nodes');
  const database = `test_${randomBytes(6).toString('hex')}`;
  if (isMigrated)
    await onEveryServer(nodes, `CREATE DATABASE ${database} TEMPLATE ${inject('template')} STRATEGY FILE_COPY`);
  else if (nodes.length > 1) await createClusterDatabase(nodes, database);
  else await asAdmin(`CREATE DATABASE ${database}`);
  const { host, port, user, layout = 'single' } = postgres;
  const url = `postgres://${user}@${encodeURIComponent(host)}${port === undefined ? '' : `:${port}`}/${database}`;
  return {
    target: { ...postgres, database },
    url,
    servingRole: isMigrated ? inject('servingRole') : user,
    env: { DATABASE_URL: url, DATABASE_LAYOUT: layout },
    drop: () => dropDatabase(nodes, database),
  };
}

/** How a service reaches the database, as the role that serves: directly, or with TEST_POOLER through PgBouncer. */
export async function targetOfService({ target, servingRole }: TestDatabase): Promise<ConnectionTarget> {
  const pgBouncer = inject('pgBouncer');
  const serving = { ...target, user: servingRole };
  if (pgBouncer === undefined) return serving;
  const pooled = { ...serving, ...pgBouncer, pooler: 'transaction' as const };
  await putSettingsOnRole(pooled, createLogger('silent'));
  return pooled;
}

/** A database for all tests of a file, dropped after the last one. */
export async function databaseForFile(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  afterAll(() => database.drop());
  return database;
}

/** Runs one statement as somebody who is in no test database. */
export const asAdmin = (statement: string, values: unknown[] = []): Promise<void> =>
  onServer(inject('postgres'), statement, values);
