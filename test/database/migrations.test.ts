import { PassThrough } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MigrateOptions, migrate } from '../../src/database/migrate.ts';
import { MIGRATION_LOCK, showLife, tryMigrationLock } from '../../src/database/migrationLock.ts';
import { createLogger } from '../../src/start/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MoreMigrations, migrationNames, migrationsAnd } from '../support/releases.ts';

let database: TestDatabase;
let onlooker: pg.Client;
const opened: (() => unknown)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  onlooker = await connect();
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ ...database.target, application_name: 'somebody', statement_timeout: 5_000 });
  client.on('error', () => {});
  await client.connect();
  opened.push(() => client.end());
  return client;
}

/** Holds the locks of a statement, as a report or a backup does, until it is released. */
async function holdLocksOf(statement: string) {
  const holder = await connect();
  await holder.query('BEGIN');
  await holder.query(statement);
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
  return { name: `process ${rows[0].pid} (postgres, somebody, idle in transaction`, release: () => holder.end() };
}

/** What a start of a release with more migrations does, and what it has said so far. */
function migrateTo(more: MoreMigrations, options: MigrateOptions = {}) {
  const { directory, remove } = migrationsAnd(more);
  opened.push(remove);
  const sink = new PassThrough();
  const lines: { msg: string; waitsFor?: string[] }[] = [];
  sink.on('data', (line) => lines.push(JSON.parse(line)));
  return { lines, done: migrate(database.target, { directory, log: createLogger('info', sink), ...options }) };
}

const recorded = async () =>
  (await onlooker.query('SELECT name FROM migrations ORDER BY name')).rows.map(({ name }) => name);
const newlyRecorded = async () => (await recorded()).slice(migrationNames.length);
const columnsOfTrips = async () => {
  const { rows } = await onlooker.query(
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'trips'`,
  );
  return rows.map(({ column_name }) => column_name);
};
const indexes = async () =>
  (await onlooker.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('trips_by_driver')`)).rows;
const untilIndexWaits = () =>
  expect
    .poll(
      async () =>
        (
          await onlooker.query(
            `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
                AND query LIKE '%CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`,
          )
        ).rows.map(({ pid }) => pid),
      { interval: 5 },
    )
    .toHaveLength(1);

const COLUMN = { '0900_column.sql': '-- A column.\nALTER TABLE trips ADD COLUMN sample_colour text;' };
const COLUMN_LATER = { '0903_column.sql': COLUMN['0900_column.sql'] };
const INDEX = {
  '0901_index.sql': `-- outside a transaction
-- For the trips; of a driver.
DROP INDEX CONCURRENTLY IF EXISTS trips_by_driver;
CREATE INDEX CONCURRENTLY trips_by_driver
    ON trips (executor_id);
`,
};

describe('a migration of a table that somebody else uses for long', () => {
  it('says whom it waits for, lets others at the table between its tries, and gets there in the end', async () => {
    const report = await holdLocksOf('SELECT FROM trips');
    const { done, lines } = migrateTo(COLUMN);
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    expect(lines[0]).toMatchObject({
      msg: 'a migration could not get its lock; retrying',
      migration: '0900_column.sql',
      waitsFor: [expect.stringContaining(report.name)],
    });
    await onlooker.query('SELECT count(*) FROM trips'); // within its five seconds
    expect(await newlyRecorded()).toEqual([]);
    await report.release();
    expect(await done).toEqual(['0900_column.sql']);
    expect(await columnsOfTrips()).toContain('sample_colour');
  });

  it('gives up when its patience ends, naming who was in the way; nothing is half done, and the next start does it', async () => {
    const report = await holdLocksOf('SELECT FROM trips');
    const more = {
      '0899_table.sql': '-- A table.\nCREATE TABLE seen_already (id int);',
      '0900_column.sql': '-- Two.\nCREATE TABLE seen_later (id int); ALTER TABLE trips ADD COLUMN sample_colour text;',
    };
    const refusal = await migrateTo(more, { timeoutMs: 1 }).done.catch((error: Error) => error.message);
    expect(refusal).toMatch(/^0900_column\.sql: .*lock timeout; it waited for process \d+ \(postgres, somebody, idle/);
    expect(await newlyRecorded()).toEqual(['0899_table.sql']);
    expect((await onlooker.query(`SELECT to_regclass('seen_later') AS there`)).rows).toEqual([{ there: null }]);
    await report.release();
    expect(await migrateTo(more).done).toEqual(['0900_column.sql']);
  });

  it('ends at once when it is aborted', async () => {
    await holdLocksOf('SELECT FROM trips');
    const stop = new AbortController();
    const { done, lines } = migrateTo(COLUMN, { signal: stop.signal });
    const ended = done.catch((error) => error);
    await expect.poll(() => lines.length).toBe(1);
    stop.abort();
    expect(await ended).toBe(stop.signal.reason);
    expect(await newlyRecorded()).toEqual([]);
  });
});

describe('a start while another process has its turn', () => {
  const hold = () => holdLocksOf(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);

  it('does not wait when it has nothing to do', async () => {
    await hold();
    expect(await migrate(database.target)).toEqual([]);
  });

  it('says for whom it waits, and goes on when that one is done', async () => {
    const other = await hold();
    const { done, lines } = migrateTo(COLUMN);
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toMatchObject({
      msg: 'waiting for another process to migrate the database',
      waitsFor: [expect.stringContaining(other.name)],
    });
    await other.release();
    expect(await done).toEqual(['0900_column.sql']);
  });

  it('gives up when its patience ends, and says for whom it waited', async () => {
    const other = await hold();
    await expect(migrateTo(COLUMN, { timeoutMs: 1 }).done).rejects.toThrow(
      `timed out waiting for another migration: ${other.name}`,
    );
  });
});

describe('an index behind a pooler', () => {
  it('that takes longer than a statement may is given up with advice, and made by the next start', async () => {
    const writer = await holdLocksOf('UPDATE trips SET note = note');
    const role = `ALTER ROLE postgres IN DATABASE ${database.target.database} SET statement_timeout`;
    await onlooker.query(`${role} = '1s'`);
    const { directory, remove } = migrationsAnd(INDEX);
    opened.push(remove);
    const refusal = await migrate({ ...database.target, pooler: 'transaction' }, { directory }).catch(
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(/^0901_index\.sql: canceling.*; behind a pooler, run npm run -s trips -- migrate once/);
    await writer.release();
    expect(await migrate(database.target, { directory })).toEqual(['0901_index.sql']);
    expect(await indexes()).toEqual([{ indisvalid: true }]);
  });
});

describe('a migration with a fault', () => {
  it('is named, leaves nothing of itself, and is applied once it is fixed', async () => {
    const broken = { ...COLUMN, '0902_broken.sql': '-- Broken.\nALTER TABLE trips ADD COLUMN size text;\nSELECT 1/0;' };
    await expect(migrateTo(broken).done).rejects.toThrow('0902_broken.sql: division by zero');
    expect(await newlyRecorded()).toEqual(['0900_column.sql']);
    expect(await columnsOfTrips()).not.toContain('size');
    const fixed = { ...COLUMN, '0902_broken.sql': '-- Fixed.\nALTER TABLE trips ADD COLUMN size text' };
    expect(await migrateTo(fixed).done).toEqual(['0902_broken.sql']);
    expect(await columnsOfTrips()).toContain('size');
  });
});

describe('an index of a table in use, made outside a transaction', () => {
  it('is made once by twenty who start together, and stops nobody who writes meanwhile', async () => {
    const writer = await holdLocksOf('UPDATE trips SET note = note');
    const starts = Array.from({ length: 20 }, () => migrateTo({ ...COLUMN_LATER, ...INDEX }));
    await untilIndexWaits();
    await onlooker.query('UPDATE trips SET note = note'); // within its five seconds
    await writer.release();
    const applied = (await Promise.all(starts.map(({ done }) => done))).filter((names) => names.length > 0);
    expect(applied).toEqual([['0901_index.sql', '0903_column.sql']]);
    expect(await indexes()).toEqual([{ indisvalid: true }]);
    expect(await newlyRecorded()).toEqual(['0901_index.sql', '0903_column.sql']);
  });

  it('is rebuilt after an interrupted start has left half of it', async () => {
    const writer = await holdLocksOf('UPDATE trips SET note = note');
    const cut = migrateTo(INDEX).done.catch((error: Error) => error.message);
    await untilIndexWaits();
    await onlooker.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                           WHERE datname = current_database() AND query LIKE '%INDEX CONCURRENTLY%' AND pid <> pg_backend_pid()`);
    expect(await cut).toMatch(/^0901_index\.sql: /);
    expect(await indexes()).toEqual([{ indisvalid: false }]);
    await writer.release();
    expect(await migrateTo(INDEX).done).toEqual(['0901_index.sql']);
    expect(await indexes()).toEqual([{ indisvalid: true }]);
  });
});

it('who holds the lock never makes an index wait, however often they show that they are alive', async () => {
  const holder = await connect();
  expect(await tryMigrationLock(holder, 'exclusive', '20s')).toBe(true);
  let isBuilt = false;
  const showing = (async () => {
    while (!isBuilt) await showLife(holder);
  })();
  for (let count = 0; count < 30; count += 1) {
    await onlooker.query('CREATE INDEX CONCURRENTLY trips_by_driver ON trips (account_id, executor_id)');
    await onlooker.query('DROP INDEX trips_by_driver');
  }
  isBuilt = true;
  await showing;
});
