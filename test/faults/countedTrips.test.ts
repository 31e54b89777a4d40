import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { newId } from '../../src/identifiers.ts';
import { linesOf, query, writeBackupOf } from '../support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';
import { MIGRATIONS, migrationNames } from '../support/releases.ts';

let directory: string;
const databases: TestDatabase[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trips-counted-'));
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  rmSync(directory, { recursive: true });
});

async function createDatabase(options?: { isMigrated: boolean }): Promise<TestDatabase> {
  const database = await createTestDatabase(options);
  databases.push(database);
  return database;
}

/** The migrations of the release before trips were counted. */
function migrationsBefore(): string {
  for (const name of migrationNames.filter((each) => each < '0005'))
    cpSync(join(MIGRATIONS, name), join(directory, name));
  return directory;
}

const ACCOUNT = newId();
const RIDER = newId();

/** As any release writes trips: what it does not know of stays empty. */
const insertTrip = (tripId: string, day: number) => `
  INSERT INTO trips (account_id, trip_id, version, status, is_paid, client_id, trip_type, scheduled_at, price_cents, price_ht_cents,
                     vat_rate, pax_number, pickup_address, pickup_lat, pickup_lng, destination_address, destination_lat,
                     destination_lng, created_at)
  VALUES ('${ACCOUNT}', '${tripId}', 1, 'CONFIRMED', false, '${RIDER}', 'TRIP', '2027-03-${10 + day}T10:00:00Z', 6600, 6000, 10, 1,
          'A', 1, 2, 'B', 3, 4, '2027-03-0${1 + (day % 8)}T08:00:00Z')`;

async function insertAccount({ target }: TestDatabase): Promise<void> {
  await query(target, `INSERT INTO accounts VALUES ($1, 'A', 'DRIVER', 'STANDARD', false, now())`, [ACCOUNT]);
  await query(
    target,
    `INSERT INTO riders (account_id, client_id, first_name, last_name, phone, created_at) VALUES ($1, $2, 'A', 'B', '0612', now())`,
    [ACCOUNT, RIDER],
  );
}

/** What is counted, by status and day, beside what there is. */
async function expectCounted({ target }: TestDatabase): Promise<void> {
  const counted = await query(
    target,
    `SELECT account_id, status, pickup_on::text, created_on::text, sum(trips)::int AS trips FROM trip_count_changes
      GROUP BY 1, 2, 3, 4 HAVING sum(trips) <> 0 ORDER BY 1, 2, 3, 4`,
  );
  const there = await query(
    target,
    `SELECT account_id, status, utc_day(scheduled_at)::text AS pickup_on, utc_day(created_at)::text AS created_on, count(*)::int AS trips
       FROM trips GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  );
  expect(there.length).toBeGreaterThan(1);
  expect(counted).toEqual(there);
  expect(await query(target, 'SELECT FROM trip_counts')).toEqual([]);
}

describe('trips that were there before trips were counted', () => {
  it('are counted by the migrations, each once, while the release before goes on booking and cancelling', async () => {
    const database = await createDatabase({ isMigrated: false });
    await migrate(database.target, { directory: migrationsBefore() });
    await insertAccount(database);
    for (let day = 0; day < 5; day += 1) await query(database.target, insertTrip(newId(), day));
    const writer = new pg.Client(database.target);
    await writer.connect();
    let isMigrated = false;
    const writing = (async () => {
      for (let round = 0; !isMigrated || round < 40; round += 1) {
        const tripId = newId();
        await writer.query(insertTrip(tripId, round % 15));
        if (round % 3 === 0) await writer.query(`UPDATE trips SET status = 'CANCELLED' WHERE trip_id = $1`, [tripId]);
      }
    })();
    const applied = await migrate(database.target);
    isMigrated = true;
    await writing;
    await writer.end();
    expect(applied).toEqual(migrationNames.filter((name) => name >= '0005'));
    await expectCounted(database);
  });
});

describe('after a restore', () => {
  /** An account with trips of three kinds, and its list. */
  async function furnished() {
    const database = await createDatabase();
    await insertAccount(database);
    for (let day = 0; day < 5; day += 1) await query(database.target, insertTrip(newId(), day));
    await query(database.target, `UPDATE trips SET status = 'CANCELLED' WHERE utc_day(scheduled_at) = '2027-03-12'`);
    const file = join(directory, 'trips.backup');
    await operatorOn({ DATABASE_URL: database.url }).json(`backup ${file}`);
    return file;
  }

  it('of a backup, counts are right, whatever was there before', async () => {
    const file = await furnished();
    const database = await createDatabase();
    await insertAccount(database);
    await query(database.target, insertTrip(newId(), 9));
    await operatorOn({ DATABASE_URL: database.url }).json(`restore ${file}`);
    await expectCounted(database);
  });

  it('of a backup of a release that counted nothing, they are right too', async () => {
    const file = await furnished();
    writeBackupOf(file, linesBeforeCounts(file));
    const database = await createDatabase();
    await operatorOn({ DATABASE_URL: database.url }).json(`restore ${file}`);
    await expectCounted(database);
  });
});

/** The backup as the release before would have written it. */
function linesBeforeCounts(file: string): string[] {
  const [first = '', ...rest] = linesOf(file).slice(0, -1);
  const header = JSON.parse(first);
  header.migrations = header.migrations.filter((name: string) => name < '0005');
  header.tables = header.tables.filter(({ name }: { name: string }) => !name.startsWith('trip_count'));
  for (const table of header.tables)
    table.columns = table.columns.filter((column: string) => column !== 'fixed_members');
  let isKept = true;
  const lines = rest.filter((line) => {
    if (line.startsWith('[')) isKept = !JSON.parse(line)[1].startsWith('trip_count');
    return isKept;
  });
  return [JSON.stringify(header), ...lines.map((line) => line.replace(/,"fixed_members":null/, ''))];
}
