import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupDirectory, linesOf, query, writeBackupOf } from '../support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

let source: TestDatabase;
let target: TestDatabase;
const directory = backupDirectory();

beforeEach(async () => {
  [source, target] = [await createTestDatabase(), await createTestDatabase()];
});
afterEach(() => Promise.all([source.drop(), target.drop()]));

it('a backup of before a column was there gives that column its default', async () => {
  const file = join(directory, 'old.trips');
  const operator = operatorOn({ DATABASE_URL: source.url });
  const { accountId } = await operator.json('demo');
  await operator.json(`schemes add --account ${accountId} --name Nights`);
  await operator.json(`backup ${file}`);
  const [first = '', ...rest] = linesOf(file).slice(0, -1);
  const header = JSON.parse(first);
  header.migrations = header.migrations.filter((name: string) => name < '0004');
  for (const table of header.tables) table.columns = table.columns.filter((column: string) => column !== 'windows');
  writeBackupOf(file, [JSON.stringify(header), ...rest.map((line) => line.replace(/,"windows":"[^"]*"/, ''))]);
  await operatorOn({ DATABASE_URL: target.url }).json(`restore ${file}`);
  const schemes = await query(target.target, 'SELECT name, windows FROM pricing_schemes ORDER BY name');
  expect(schemes).toEqual([
    { name: 'Nights', windows: [] },
    { name: 'Standard', windows: [] },
  ]);
});

it.each([
  ['a sequence', 'CREATE SEQUENCE numbers', 'a backup cannot hold the sequence numbers of this database'],
  [
    'a partitioned table',
    'CREATE TABLE p (n int) PARTITION BY LIST (n)',
    'a backup cannot hold the partitioned table p',
  ],
  [
    'tables that refer to each other',
    'CREATE TABLE a (n int PRIMARY KEY); CREATE TABLE b (n int PRIMARY KEY REFERENCES a); ALTER TABLE a ADD FOREIGN KEY (n) REFERENCES b',
    'tables refer to each other in a circle',
  ],
])('a backup is refused, not made without it, when the database has %s', async (_what, create, reason) => {
  await query(source.target, create);
  expect(await operatorOn({ DATABASE_URL: source.url }).fault(`backup ${join(directory, 'x.trips')}`)).toContain(
    reason,
  );
});
