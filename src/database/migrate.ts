import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { ConnectionTarget } from './connection.ts';

const DIRECTORY = fileURLToPath(new URL('./migrations/', import.meta.url));
export const MIGRATION_LOCK = 7_247_010;

/**
 * Applies the migrations this release has and the database lacks, in order, each exactly once: processes that start
 * together queue on a lock, and all of a start's migrations commit together. Migrations the database has and this
 * release lacks are left alone: an older process may run beside a newer one during a deployment.
 *
 * It uses a connection of its own, because a long migration must not meet the time-outs meant for requests.
 */
export async function migrate(target: ConnectionTarget): Promise<string[]> {
  const available = readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const client = new pg.Client({
    ...target,
    application_name: 'trip-booking-api migrations',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {}); // a connection lost while a query runs rejects that query
  await client.connect();
  try {
    return (await isUpToDate(client, available)) ? [] : await applyMissing(client, available);
  } finally {
    await client.end();
  }
}

async function applyMissing(client: pg.Client, available: string[]): Promise<string[]> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await client.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      name text COLLATE "C" PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  const missing = await missingMigrations(client, available);
  for (const name of missing) {
    await client.query(readFileSync(join(DIRECTORY, name), 'utf8'));
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  }
  await client.query('COMMIT');
  return missing;
}

/** The usual start finds nothing to do, and should not queue behind anybody to learn so. */
async function isUpToDate(client: pg.Client, available: string[]): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('migrations') IS NOT NULL AS there`);
  return rows[0].there && (await missingMigrations(client, available)).length === 0;
}

async function missingMigrations(client: pg.Client, available: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const applied = new Set(rows.map(({ name }) => name));
  return available.filter((name) => !applied.has(name));
}
