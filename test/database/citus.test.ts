import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { backupDatabase } from '../../src/database/backup/backupDatabase.ts';
import { restoreDatabase } from '../../src/database/backup/restoreDatabase.ts';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { PLACEMENT } from '../../src/database/layout/placement.ts';
import { lockShardOf } from '../../src/database/layout/shardLock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { findEventGaps, findMiscounts, findOrphans } from '../../src/trips/store/consistency.ts';
import type { TripReference } from '../../src/trips/store/findTrips.ts';
import { apiClient } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const nodes = inject('nodes');
const isCluster = nodes.length > 1;
const directory = mkdtempSync(join(tmpdir(), 'trips-citus-'));
afterAll(() => rmSync(directory, { recursive: true }));

const watch = { progress() {}, signal: new AbortController().signal };
const clock = () => new Date('2027-03-01T08:00:00.000Z');

async function onTarget<Row extends pg.QueryResultRow>(target: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** What is in the database, as its owners see it. */
async function bookedTrips(account: TestAccount): Promise<string[]> {
  const { body } = await account.api.list('?limit=100');
  return body.data.map(({ _id, status }: { _id: string; status: string }) => `${_id} ${status}`);
}

async function expectConsistent({ database }: TestService): Promise<void> {
  expect([await findMiscounts(database), await findOrphans(database), await findEventGaps(database)]).toEqual([
    [],
    [],
    [],
  ]);
}

/** Ends the session that distributes the tables, as soon as there is one. */
async function interruptMove({ database, ...server }: TestDatabase['target']): Promise<void> {
  for (let ended = 0; ended === 0; )
    ended = (
      await onTarget(
        { ...server, database: 'postgres' },
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = '${database}' AND query ~ '^SELECT create_distributed_table'`,
      )
    ).length;
}

describe.runIf(isCluster)('a database in use on one PostgreSQL', () => {
  it('is refused by a start with DATABASE_LAYOUT=citus, and served after it was distributed', async () => {
    const database: TestDatabase = await createTestDatabase({ isMigrated: false });
    const single = { ...database.target, layout: 'single' as const };
    await migrate(single);
    const before = await startService({ on: database, layout: 'single' });
    const account = await before.account();
    const trips = [await account.api.createdTrip(), await account.api.createdTrip(), await account.api.createdTrip()];
    await account.api.cancel(trips[0]?._id ?? '');
    const booked = await bookedTrips(account);
    await before.close();

    await expect(migrate(database.target)).rejects.toThrow(
      /^the tables are not distributed yet: stop the service and run npm run -s trips -- migrate --layout citus with DATABASE_LAYOUT=single first$/,
    );
    const operator = operatorOn({ ...database.env, DATABASE_URL: database.url, DATABASE_LAYOUT: 'single' });
    const [interrupted] = await Promise.all([operator.run('migrate --layout citus'), interruptMove(database.target)]);
    expect(interrupted.code).toBe(1);
    expect(await migrate(single)).toEqual([]); // as it was
    expect(await operator.json('migrate --layout citus')).toEqual({
      ...{ applied: [], waiting: [] },
      ...{ counts: 'ok', references: 'ok', events: 'ok' },
    });
    await expect(migrate(single)).rejects.toThrow(/set DATABASE_LAYOUT=citus$/);
    expect(await onTarget(database.target, 'SELECT polname FROM pg_policy')).toEqual([]);

    const after = await startService({ on: database });
    const same = { ...account, api: apiClient(after.url, account.apiKey) };
    expect(await bookedTrips(same)).toEqual(booked);
    expect((await same.api.create()).status).toBe(201);
    await expectConsistent(after);
    await after.close();
    await database.drop();
  });
});

const READ = 'SELECT FROM trips WHERE account_id = $1 AND trip_id = $2 FOR UPDATE';
const WRITE = `UPDATE trips SET note = 'changed' WHERE account_id = $1 AND trip_id = $2`;

function changeAfterReading(database: Database, { accountId, tripId }: TripReference): Promise<unknown> {
  const values = [accountId, tripId];
  return database.transaction(async (transaction) => {
    await transaction.query({ text: READ, values });
    await transaction.query({ text: WRITE, values });
  });
}

function changeByReading(database: Database, { accountId, tripId }: TripReference): Promise<unknown> {
  const also =
    'UPDATE account_events SET last_number = last_number WHERE account_id = $1 AND EXISTS (SELECT FROM trip)';
  const text = `WITH trip AS (${READ}), numbered AS (${also} RETURNING 1) ${WRITE} AND EXISTS (SELECT FROM numbered)`;
  return database.query({ text, values: [accountId, tripId] });
}

describe.runIf(isCluster)('a distributed database', () => {
  it('has every table where the list of placements says, with the comments that keep some out of backups', async () => {
    const database = await createTestDatabase();
    const placed = await onTarget<{ name: string; placement: string; comment: string | null }>(
      database.target,
      `SELECT logicalrelid::text AS name, obj_description(logicalrelid, 'pg_class') AS comment,
              CASE WHEN partmethod = 'h' THEN 'account' WHEN repmodel = 't' THEN 'reference' ELSE 'local' END AS placement
         FROM pg_dist_partition`,
    );
    expect(Object.fromEntries(placed.map(({ name, placement }) => [name, placement]))).toEqual(PLACEMENT);
    expect(placed.find(({ name }) => name === 'mails')?.comment).toBe('not in backups');
    await database.drop();
  });

  it.each([
    ['by a transaction that reads first', changeAfterReading],
    ['by a statement that reads first', changeByReading],
  ])('loses no change that is made %s while the account moves to another node', async (_, change) => {
    const database = await createTestDatabase();
    const { target } = database;
    const service = await startService({ on: database });
    const { accountId, api } = await service.account();
    const { _id: tripId } = await api.createdTrip();
    const [shard] = await onTarget<{ shardId: string; port: number; command: string }>(
      target,
      `SELECT shardid AS "shardId", s.nodeport AS port,
              format('SELECT citus_move_shard_placement(%s, %L, %s, %L, %s)',
                     shardid, s.nodename, s.nodeport, n.nodename, n.nodeport) AS command
         FROM citus_shards s JOIN pg_dist_node n ON n.groupid = 0
        WHERE shardid = get_shard_id_for_distribution_column('trips', '${accountId}'::text)`,
    );
    if (!shard) throw new Error('the account is nowhere');
    await onTarget(
      target,
      `SELECT citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) FROM pg_dist_node WHERE groupid = 0`,
    );
    // From the one worker to the coordinator, while a service that is connected to the other worker changes a trip.
    const entry = { ...target, port: nodes.slice(1).find(({ port }) => port !== shard.port)?.port as number };
    const waiting = async () =>
      (
        await onTarget(
          entry,
          `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
            WHERE NOT granted AND locktype = 'advisory'`,
        )
      ).length;
    // Another transaction holds the move up just before the account changes nodes, and one holds the trip where it is before.
    const other = new pg.Client(entry);
    const holder = new pg.Client({ ...target, port: shard.port });
    await Promise.all([other.connect(), holder.connect()]);
    await other.query(`BEGIN; SELECT ${lockShardOf(`'${accountId}'::text`)}`);
    const moved = onTarget(target, shard.command);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    await holder.query(
      `SET citus.override_table_visibility = off; BEGIN; SELECT FROM trips_${shard.shardId} WHERE trip_id = '${tripId}' FOR UPDATE`,
    );

    const atWorker = openDatabase(entry);
    const changed = change(atWorker, { accountId, tripId });
    const isReading = async () =>
      (await holder.query(`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`)).rows.length > 0;
    await expect.poll(async () => (await waiting()) === 2 || (await isReading()), { timeout: 30_000 }).toBe(true);
    await other.end();
    await moved;
    await holder.end();
    await changed;
    await atWorker.close();
    expect(await onTarget(target, `SELECT note FROM trips WHERE trip_id = '${tripId}'`)).toEqual([{ note: 'changed' }]);
    await service.close();
    await database.drop();
  });

  it('can be backed up while trips are booked, and restored into a new database that is distributed then', async () => {
    const database = await createTestDatabase();
    const { target } = database;
    const service = await startService({ on: database });
    const accounts = await Promise.all([service.account(), service.account(), service.account()]);
    let isDone = false;
    const booking = accounts.map(async ({ api }) => {
      while (!isDone) expect([201, 503]).toContain((await api.create()).status); // 503 if a busy machine makes it wait for long
    });
    const file = join(directory, 'backup.jsonl.gz');
    const order = { file, clock, watch, revivesKeys: false };
    const backup = await backupDatabase(target, { to: file, clock, watch, warn() {} });
    const trips = backup?.tables.trips ?? 0;
    expect(backup?.tables.trips).toBeDefined();
    isDone = true;
    await Promise.all(booking);
    await expect(restoreDatabase(target, { ...order, replacedFile: () => `${file}.replaced` })).rejects.toThrow(
      /^the tables are distributed already/,
    );
    await service.close();
    await database.drop();

    const restored = await createTestDatabase({ isMigrated: false });
    const single = { ...restored.target, layout: 'single' as const };
    await migrate(single);
    await restoreDatabase(single, { ...order, replacedFile: () => `${file}.replaced` });
    await migrate(restored.target, { mayMove: true, contract: true });
    const again = await startService({ on: restored });
    const [counted] = await onTarget<{ trips: number; entries: number; numbers: number }>(
      restored.target,
      `SELECT (SELECT count(*)::int FROM trips) AS trips, (SELECT count(*)::int FROM trip_status_history) AS entries,
              (SELECT sum(last_number)::int FROM account_events) AS numbers`,
    );
    expect(counted).toEqual({ trips, entries: trips, numbers: trips });
    const [first] = accounts;
    const api = apiClient(again.url, first?.apiKey ?? '');
    expect((await api.create()).status).toBe(201);
    await expectConsistent(again);
    await again.close();
    await restored.drop();
  });
});

it.skipIf(isCluster)('is tried on a cluster only: see TEST_DATABASE_NODES in CONTRIBUTING.md', () => {
  expect(isCluster).toBe(false);
});
