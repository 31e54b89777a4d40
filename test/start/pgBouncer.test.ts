import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { HIGH_RATE_LIMITS, launch } from '../../reliability/support/process.ts';
import { MIGRATION_LOCK } from '../../src/database/migrationLock.ts';
import { SESSION_SETTINGS } from '../../src/database/sessionSettings.ts';
import { backupDirectory, query } from '../support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectOneLine, startLive, tomorrow } from '../support/liveService.ts';
import { operatorOn } from '../support/operator.ts';
import { hasPgBouncer, type PgBouncer, sayIfSkipped, startPgBouncer } from '../support/pgBouncer.ts';

sayIfSkipped();

const directory = backupDirectory();
let database: TestDatabase;
const opened: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
  opened.push(database.drop);
});
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

async function pooler(settings?: string): Promise<PgBouncer> {
  const pgBouncer = await startPgBouncer(inject('postgres').host, settings === undefined ? {} : { settings });
  opened.push(pgBouncer.stop);
  return pgBouncer;
}

const urlThrough = ({ host, port }: PgBouncer) =>
  `postgres://${database.target.user}@${host}:${port}/${database.target.database}`;

/** The settings of every session that the pooler has now: ten transactions at once are in ten of them. */
async function settingsOfSessions(url: string, names: string[]): Promise<Record<string, string>[]> {
  const clients = Array.from({ length: 10 }, () => new pg.Client(url));
  const seen = await Promise.all(
    clients.map(async (client) => {
      await client.connect();
      await client.query('BEGIN');
      const { rows } = await client.query(
        'SELECT json_object_agg(name, current_setting(name)) AS settings FROM unnest($1::text[]) AS name',
        [names],
      );
      return rows[0].settings;
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return seen;
}

async function refusal(env: Record<string, string>): Promise<string> {
  const { printed, ended } = launch({ env });
  expect(await ended).toBe(1);
  return expectOneLine(printed.stderr);
}

describe.skipIf(!hasPgBouncer)('a start through PgBouncer', () => {
  it.each([
    ['refuses', ''],
    ['drops', 'ignore_startup_parameters = extra_float_digits, options, statement_timeout'],
  ])('that %s settings says which setting is missing', async (_, settings) => {
    const line = await refusal({ DATABASE_URL: urlThrough(await pooler(settings)) });
    expect(line).toBe(
      'trip-booking-api: DATABASE_URL leads to a connection pooler: set DATABASE_POOLER=transaction, or use an address that leads to PostgreSQL itself',
    );
  });

  it('whose sessions have other settings than the role is refused', async () => {
    const pgBouncer = await pooler(`[databases]
      ${database.target.database} = host=${database.target.host} connect_query='SET enable_seqscan = on'`);
    const line = await refusal({ DATABASE_URL: urlThrough(pgBouncer), DATABASE_POOLER: 'transaction' });
    expect(line).toContain('lack the settings of its role (enable_seqscan is on)');
  });
});

describe.skipIf(!hasPgBouncer)('with DATABASE_POOLER=transaction', () => {
  it('the service and the operator’s commands work, and leave nothing in the sessions that they shared', async () => {
    const env = { DATABASE_URL: urlThrough(await pooler()), DATABASE_POOLER: 'transaction' };
    const operator = operatorOn(env);
    const { apiKey, accountId } = await operator.json('demo');
    const service = await startLive({ env: { ...env, ...HIGH_RATE_LIMITS, LOG_LEVEL: 'warn' } }, apiKey);
    opened.push(() => service.stop());
    const book = (count: number) =>
      Promise.all(Array.from({ length: count }, () => service.api.create({ scheduledAt: tomorrow() })));
    await book(50);
    const file = join(directory, 'all.jsonl.gz');
    expect((await operator.json(`backup ${file}`)).tables.trips).toBe(50);
    for (const words of ['accounts list', `keys list --account ${accountId}`, 'migrate --contract', 'check --repair'])
      await operator.json(words);
    await book(10);
    expect((await operator.json(`restore ${file}`)).tables.trips).toBe(50);
    const answers = await book(100);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await operator.json('check')).toEqual({ counts: 'ok', references: 'ok', events: 'ok' });
    expect((await service.api.list()).body.pagination.total).toBe(150);
    const settings = { ...SESSION_SETTINGS, session_replication_role: 'origin', lock_timeout: '0' };
    const seen = await settingsOfSessions(env.DATABASE_URL, Object.keys(settings));
    expect(seen).toEqual(Array(10).fill(settings));
    expect(
      await query(
        database.target,
        `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
          WHERE locktype = 'advisory' AND objid = ${MIGRATION_LOCK} AND datname = current_database()`,
      ),
    ).toEqual([]);
    expect(service.output()).not.toContain('"level":50');
  });
});
