import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { ConnectionTarget } from '../../src/database/connect.ts';
import { putSettingsOnRole } from '../../src/database/pooler.ts';
import { createLogger } from '../../src/start/log.ts';

export interface TestDatabase {
  target: { host: string; user: string; database: string };
  /** The same database as a setting. */
  url: string;
  /** The role that may serve it. Nobody has given one its privileges before the tables are there: then it is the owner. */
  servingRole: string;
  drop(): Promise<void>;
}

/** A fresh, migrated database of its own. */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${database} ${isMigrated ? `TEMPLATE ${inject('template')}` : ''}`);
  return {
    target: { ...postgres, database },
    url: `postgres://${postgres.user}@${encodeURIComponent(postgres.host)}/${database}`,
    servingRole: isMigrated ? inject('servingRole') : postgres.user,
    drop: () => asAdmin(`DROP DATABASE ${database} WITH (FORCE)`),
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
export async function asAdmin(statement: string, values: unknown[] = []): Promise<void> {
  const admin = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await admin.connect();
  try {
    await admin.query(statement, values);
  } finally {
    await admin.end();
  }
}
