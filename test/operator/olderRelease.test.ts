import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { backupDirectory, query } from '../support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';
import { databaseOf1_0, LAST_OF_1_0, migrationNames } from '../support/releases.ts';

const files = backupDirectory();
let database: TestDatabase;
const operator = () => operatorOn({ DATABASE_URL: database.url });
const applied = async () =>
  (await query(database.target, 'SELECT name FROM migrations ORDER BY name')).map(({ name }) => name);
const ofOlder = migrationNames.filter((name) => name <= LAST_OF_1_0);
const pending = migrationNames.filter((name) => name > LAST_OF_1_0 && !name.includes('_contract_')).length;

// Release 1.0 does not know clusters.
const isCluster = inject('nodes').length > 1;
const it = test.skipIf(isCluster);

beforeAll(async () => {
  if (isCluster) return;
  database = await databaseOf1_0();
  await query(
    database.target,
    `INSERT INTO accounts (account_id, name, role, api_tier, vat_exempt, created_at)
     VALUES ('0123456789abcdef01234567', 'Old', 'DRIVER', 'STANDARD', false, now())`,
  );
});
afterAll(() => database?.drop());

it('a command refuses the database of an older release, which may be running, and changes nothing', async () => {
  const file = join(files, 'older.trips');
  for (const words of ['accounts list', 'accounts create --name Garage --role DRIVER', 'check', `backup ${file}`])
    expect(await operator().fault(words)).toBe(
      `trips: the database belongs to an older release (pending migrations: ${pending}): use that release's command, or run npm run -s trips -- migrate first`,
    );
  expect(await applied()).toEqual(ofOlder);
  expect(existsSync(file)).toBe(false);
});

it('migrate migrates it, and the commands work', async () => {
  const { waiting } = await operator().json('migrate');
  expect(waiting).not.toEqual([]);
  // Those that wait for --contract keep no command from working.
  expect(await operator().json('accounts list')).toHaveLength(1);
  expect(await operator().json(`backup ${join(files, 'migrated.trips')}`)).toMatchObject({ tables: { accounts: 1 } });
});

it('restore migrates it too', async () => {
  await operator().json('migrate --contract');
  await operator().json(`backup ${join(files, 'contracted.trips')}`);
  const other = await databaseOf1_0();
  await operatorOn({ DATABASE_URL: other.url }).json(`restore ${join(files, 'contracted.trips')}`);
  expect(await operatorOn({ DATABASE_URL: other.url }).json('accounts list')).toHaveLength(1);
  await other.drop();
});

it('a command creates the tables of a database that has none, and works on the database of a newer release', async () => {
  const empty = await createTestDatabase({ isMigrated: false });
  expect(await operatorOn({ DATABASE_URL: empty.url }).json('accounts list')).toEqual([]);
  await query(empty.target, `INSERT INTO migrations (name) VALUES ('9000_newer.sql')`);
  expect(await operatorOn({ DATABASE_URL: empty.url }).json('accounts list')).toEqual([]);
  await empty.drop();
});
