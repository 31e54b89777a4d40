import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupDirectory, linesOf, query, rowsOf, writeBackupOf } from '../support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const ID = '0'.repeat(24);
const TEXTS = [
  '',
  ' ',
  'it’s "quoted", \'single\', \\backslashed\\ and `ticked`',
  'lines\nand\r\nreturns\tand tabs',
  '\u0001\u001f\u007f control',
  'U+2028 \u2028 and U+2029 \u2029 end lines for some',
  '🚕👩‍👩‍👧‍👦 𝕏 é é \ufeff \ufffd',
  '{"a": [1, null]}, null, NULL, \\N, \\x00, $1, %I',
  '🚕'.repeat(16_384), // 64 KiB
];
const FLOATS = ['0.1', '1e-7', '0.30000000000000004', '5e-324', '1.7976931348623157e308', '-0', 'NaN', 'Infinity'];
const MOMENTS = [
  '2027-03-14 10:30:00.123456+01',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
  '9999-12-31 23:59:59.999999+00',
];

/** With one, tables that this release does not know may be those of a newer one. */
const NEWER_RELEASE = `INSERT INTO migrations (name) VALUES ('9999_later.sql');`;

let source: TestDatabase;
let target: TestDatabase;
const directory = backupDirectory();

beforeEach(async () => {
  [source, target] = [await createTestDatabase(), await createTestDatabase()];
  await query(source.target, `INSERT INTO accounts VALUES ($1, 'Garage', 'DRIVER', 'STANDARD', false, now())`, [ID]);
});
afterEach(() => Promise.all([source.drop(), target.drop()]));

/** Backs the one up and restores it into the other, which must then have the same rows. */
async function expectToSurvive(): Promise<void> {
  const file = join(directory, 'backup.trips');
  await operatorOn({ DATABASE_URL: source.url }).json(`backup ${file}`);
  await operatorOn({ DATABASE_URL: target.url }).json(`restore ${file}`);
  const before = await rowsOf(source.target);
  expect(await rowsOf(target.target)).toEqual(before);
}

describe('a backup keeps exactly', () => {
  it('texts of every kind', async () => {
    for (const [index, text] of TEXTS.entries())
      await query(source.target, `INSERT INTO vehicles VALUES ($1, $2, $3, $3, 1, now())`, [ID, `v${index}`, text]);
    await expectToSurvive();
  });

  it('numbers and moments at their bounds, and bytes of every value', async () => {
    await query(
      source.target,
      `INSERT INTO riders (account_id, client_id, first_name, last_name, phone, created_at) VALUES ($1, 'c', 'A', 'B', '1234', now())`,
      [ID],
    );
    for (const [index, float] of FLOATS.entries())
      await query(
        source.target,
        `INSERT INTO trips VALUES ($1, $2, 2147483647, 'CONFIRMED', false, $1, 'c', null, null, null, 'TRIP', now(), 9223372036854775807,
                                   9223372036854775807, 0, 20, '', $3, $3, '', $3, $3, null, $3, $3, now())`,
        [ID, `t${index}`, float],
      );
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
    for (const [index, moment] of MOMENTS.entries())
      await query(source.target, `INSERT INTO idempotency_keys VALUES ($1, $2, $3, '{}', $4)`, [
        ID,
        `k${index}`,
        bytes,
        moment,
      ]);
    await expectToSurvive();
  });

  it('what a server is set to show otherwise', async () => {
    const [{ current_database: name }] = await query(source.target, 'SELECT current_database()');
    const settings = {
      extra_float_digits: '-15',
      DateStyle: 'SQL, DMY',
      TimeZone: 'Asia/Kathmandu',
      bytea_output: 'escape',
      IntervalStyle: 'iso_8601',
      default_transaction_isolation: 'serializable',
    };
    await query(
      source.target,
      `INSERT INTO idempotency_keys VALUES ($1, 'k', '\\x00ff5c', '{}', '2027-03-14 10:30:00.123456+01')`,
      [ID],
    );
    await query(
      source.target,
      `${NEWER_RELEASE} CREATE TABLE spans (length interval, share float8); INSERT INTO spans VALUES ('1 mon -2 days 03:04:05.678', 0.1)`,
    );
    await query(target.target, `${NEWER_RELEASE} CREATE TABLE spans (length interval, share float8)`);
    const file = join(directory, 'backup.trips');
    const before = await rowsOf(source.target);
    for (const [setting, value] of Object.entries(settings))
      await query(source.target, `ALTER DATABASE ${name} SET ${setting} = '${value}'`);
    await operatorOn({ DATABASE_URL: source.url }).json(`backup ${file}`);
    await operatorOn({ DATABASE_URL: target.url }).json(`restore ${file}`);
    expect(await rowsOf(target.target)).toEqual(before);
  });

  it('tables that no release knows yet: other types, odd names, references, computed columns', async () => {
    const create = `${NEWER_RELEASE}
      CREATE TABLE "a ""Table""" ("Key" uuid PRIMARY KEY, "select" text[], plain json, "binary" jsonb, doubled int GENERATED ALWAYS AS (2 * one) STORED, one int);
      CREATE TABLE a_child (parent uuid REFERENCES "a ""Table""", amount numeric(30, 10), period tstzrange, kind char(4))`;
    await query(source.target, create);
    await query(target.target, create);
    await query(
      source.target,
      `INSERT INTO "a ""Table""" VALUES ('00000000-0000-0000-0000-000000000001', '{"a,b",NULL,"NULL","\\""}', E'{\\n "b": 1.0,\\n "b": 2}', 'null', DEFAULT, 21),
                                         ('00000000-0000-0000-0000-000000000002', '{}', 'null', NULL, DEFAULT, NULL);
       INSERT INTO a_child VALUES ('00000000-0000-0000-0000-000000000001', 12345678901234567890.0123456789, '[2027-01-01,)', 'ab')`,
    );
    await expectToSurvive();
  });

  it('tables of many pages: with gaps, with rows that changed, and with small rows beside large ones', async () => {
    const create = `${NEWER_RELEASE}
      CREATE TABLE pages (n int PRIMARY KEY, name text, padding text);
      ALTER TABLE pages ALTER padding SET STORAGE EXTERNAL`;
    await query(source.target, create);
    await query(target.target, create);
    await query(
      source.target,
      `INSERT INTO pages SELECT n, 'row ' || n, CASE WHEN n % 2000 = 0 THEN repeat('large', 300000) ELSE repeat(' ', 200) END
         FROM generate_series(1, 5000) n;
       DELETE FROM pages WHERE n BETWEEN 1000 AND 1999;
       UPDATE pages SET name = 'changed' WHERE n % 3 = 0`,
    );
    await query(source.target, 'VACUUM pages'); // frees whole pages, at the end of the table too
    await expectToSurvive();
    expect((await query(target.target, 'SELECT count(*)::int AS rows FROM pages'))[0]).toEqual({ rows: 4_000 });
  });
});

it('a row that is too long to be restored is reported', async () => {
  await query(
    source.target,
    `${NEWER_RELEASE} CREATE TABLE long (text text); INSERT INTO long VALUES (repeat('x', 13 * 1024 * 1024))`,
  );
  const fault = await operatorOn({ DATABASE_URL: source.url }).fault(`backup ${join(directory, 'x.trips')}`);
  expect(fault).toContain('a row of long is too long for a backup');
});

it('a backup of before a column was there gives that column its default', async () => {
  const file = join(directory, 'old.trips');
  const operator = operatorOn({ DATABASE_URL: source.url });
  await operator.json(`schemes add --account ${ID} --name Nights`);
  await operator.json(`backup ${file}`);
  const [first = '', ...rest] = linesOf(file).slice(0, -1);
  const header = JSON.parse(first);
  header.migrations = header.migrations.filter((name: string) => name < '0004');
  for (const table of header.tables) table.columns = table.columns.filter((column: string) => column !== 'windows');
  writeBackupOf(file, [JSON.stringify(header), ...rest.map((line) => line.replace(/,"windows":"[^"]*"/, ''))]);
  await operatorOn({ DATABASE_URL: target.url }).json(`restore ${file}`);
  const schemes = await query(target.target, 'SELECT name, windows FROM pricing_schemes ORDER BY name');
  expect(schemes).toEqual([{ name: 'Nights', windows: [] }]);
});

it.each([
  ['a column with a sequence', 'ALTER TABLE vehicles ADD COLUMN n serial', 'cannot hold the sequence vehicles_n_seq'],
  [
    'a policy that is not ours',
    'CREATE POLICY large ON vehicles USING (seats > 4)',
    'a backup cannot hold the policy on table vehicles',
  ],
  [
    'a sequence',
    `${NEWER_RELEASE} CREATE SEQUENCE numbers`,
    'a backup cannot hold the sequence numbers of this database',
  ],
  [
    'a partitioned table',
    `${NEWER_RELEASE} CREATE TABLE p (n int) PARTITION BY LIST (n)`,
    'a backup cannot hold the partitioned table p',
  ],
  [
    'tables that refer to each other',
    `${NEWER_RELEASE} CREATE TABLE a (n int PRIMARY KEY); CREATE TABLE b (n int PRIMARY KEY REFERENCES a); ALTER TABLE a ADD FOREIGN KEY (n) REFERENCES b`,
    'tables refer to each other in a circle',
  ],
])('a backup is refused, not made without it, when the database has %s', async (_what, create, reason) => {
  await query(source.target, create);
  expect(await operatorOn({ DATABASE_URL: source.url }).fault(`backup ${join(directory, 'x.trips')}`)).toContain(
    reason,
  );
});
