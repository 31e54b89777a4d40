import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breaches, type MigrationFile } from '../support/migrationRules.ts';
import { EXPANSION, MIGRATIONS, migrationNames } from '../support/releases.ts';

const files: MigrationFile[] = migrationNames.map((name) => ({
  name,
  sql: readFileSync(join(MIGRATIONS, name), 'utf8'),
}));
const numbered = (place: number, name: string) => `${String(place).padStart(4, '0')}_${name}`;
const next = numbered(files.length + 1, 'next.sql');

const breachesOfNext = (sql: string) =>
  breaches([...files, { name: next, sql }])
    .filter((breach) => breach.startsWith(`${next}: `))
    .map((breach) => breach.replace(`${next}: `, ''));

const checksum = (sql: string) => createHash('sha256').update(sql).digest('hex');

describe('the migrations', () => {
  it('break no release that runs beside the one that brings them, and stop none for long', () => {
    expect(files.length).toBeGreaterThan(3);
    expect(breaches(files)).toEqual([]);
  });

  it('never change once they are written: a database that has one would not get the other', () => {
    const listed = readFileSync(join(import.meta.dirname, 'migrations.sha256'), 'utf8');
    // A new one is added by: (cd src/database/migrations && sha256sum *.sql) > test/contract/migrations.sha256
    expect(listed).toBe(files.map(({ name, sql }) => `${checksum(sql)}  ${name}\n`).join(''));
  });
});

describe('the rules for migrations', () => {
  it.each([
    ['a column that may be empty', 'ALTER TABLE trips ADD COLUMN colour text'],
    ['a column with a default', `ALTER TABLE trips ADD COLUMN tags jsonb NOT NULL DEFAULT '[]'::jsonb`],
    ['a rule for a new column', 'ALTER TABLE trips ADD COLUMN bags int, ADD CHECK (bags >= 0) NOT VALID'],
    [
      'a reference by a new column',
      'ALTER TABLE trips ADD COLUMN zone_id text, ADD FOREIGN KEY (account_id, zone_id) REFERENCES zones NOT VALID',
    ],
    ['rows held to a rule', 'ALTER TABLE trips VALIDATE CONSTRAINT bags_check'],
    ['fewer rules', 'ALTER TABLE members DROP CONSTRAINT members_role_check'],
    ['a wider column', 'ALTER TABLE riders ALTER COLUMN last_name DROP NOT NULL'],
    ['a new table with its index', 'CREATE TABLE zones (id int PRIMARY KEY); CREATE UNIQUE INDEX z ON zones (id)'],
    ['a new table and its rows', `CREATE TABLE zones (id int); INSERT INTO zones SELECT count(*) FROM trips`],
    [
      'a trigger',
      `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP; END $$;
                   CREATE TRIGGER t AFTER INSERT ON trips FOR EACH ROW EXECUTE FUNCTION f()`,
    ],
    [
      'what stands in comments and literals',
      `-- It's DROP TABLE trips;\nCOMMENT ON TABLE trips IS 'DROP; it''s' /* ; RENAME */`,
    ],
  ])('allow %s', (_, sql) => {
    expect(breachesOfNext(`-- Why.\n${sql};\n`)).toEqual([]);
  });

  it('allow everything that is shown to work in a deployment', () => {
    const expansion = Object.entries(EXPANSION).map(([name, sql], index) => ({
      name: numbered(files.length + 1 + index, name.slice(5)),
      sql,
    }));
    expect(breaches([...files, ...expansion])).toEqual([]);
  });

  it.each([
    ['DROP TABLE', 'DROP TABLE vehicles', 'DROP breaks the previous release'],
    ['DROP COLUMN', 'ALTER TABLE trips DROP COLUMN note', 'DROP breaks the previous release'],
    ['DROP CONSTRAINT', 'ALTER TABLE trips ADD COLUMN a int, DROP CONSTRAINT c', 'DROP breaks the previous release'],
    [
      'DROP DEFAULT',
      'ALTER TABLE pricing_schemes ALTER windows DROP DEFAULT',
      'a stricter column breaks the previous release',
    ],
    [
      'SET NOT NULL',
      'ALTER TABLE trips ALTER COLUMN note SET NOT NULL',
      'a stricter column breaks the previous release',
    ],
    ['RENAME COLUMN', 'ALTER TABLE trips RENAME COLUMN note TO remark', 'nothing is renamed'],
    ['RENAME of a table', 'alter table trips rename to rides', 'nothing is renamed'],
    ['another type', 'ALTER TABLE trips ALTER COLUMN note TYPE varchar(100)', 'a type is not changed'],
    ['another type, said otherwise', 'ALTER TABLE trips ALTER note SET DATA TYPE text', 'a type is not changed'],
    ['NOT NULL without DEFAULT', 'ALTER TABLE trips ADD COLUMN bags integer NOT NULL', 'NOT NULL without a DEFAULT'],
    ['a DEFAULT that differs by row', 'ALTER TABLE trips ADD COLUMN u uuid DEFAULT gen_random_uuid()', 'not constant'],
    ['a serial column', 'ALTER TABLE trips ADD COLUMN n bigserial', 'no constraint, index or computed value'],
    ['a computed column', 'ALTER TABLE trips ADD COLUMN n int GENERATED ALWAYS AS (1) STORED', 'computed value'],
    ['a column with a CHECK', 'ALTER TABLE trips ADD COLUMN n int CHECK (n > 0)', 'no constraint'],
    ['a CHECK at once', 'ALTER TABLE trips ADD COLUMN n int, ADD CHECK (n > 0)', 'NOT VALID'],
    [
      'a CHECK of an old column',
      'ALTER TABLE trips ADD CHECK (pax_number < 8) NOT VALID',
      'a CHECK of pax_number refuses',
    ],
    [
      'a CHECK of an added column',
      'ALTER TABLE pricing_schemes ADD CHECK (windows IS NULL) NOT VALID',
      'CHECK of windows',
    ],
    [
      'a FOREIGN KEY of old columns',
      'ALTER TABLE trips ADD FOREIGN KEY (note) REFERENCES x NOT VALID',
      'FOREIGN KEY refuses',
    ],
    [
      'a UNIQUE constraint',
      'ALTER TABLE trips ADD CONSTRAINT u UNIQUE (note)',
      'not known to be safe: add constraint u',
    ],
    ['an index that stops writers', 'CREATE INDEX i ON trips (note)', 'an index of trips stops its writers'],
    [
      'CONCURRENTLY in a transaction',
      'CREATE INDEX CONCURRENTLY i ON trips (note)',
      'an index of trips stops its writers',
    ],
    ['DROP INDEX', 'DROP INDEX trips_newest_first', 'an index is dropped CONCURRENTLY'],
    [
      'two tables in use',
      'ALTER TABLE trips ADD COLUMN a int; ALTER TABLE riders ADD COLUMN a int',
      'locks trips and riders',
    ],
    [
      'a scan under a lock',
      'ALTER TABLE trips ADD COLUMN a int, ADD CONSTRAINT c CHECK (a > 0) NOT VALID; ALTER TABLE trips VALIDATE CONSTRAINT c',
      'something long while a table is locked',
    ],
    ['changed rows', 'UPDATE trips SET note = NULL', 'not known to be safe: update trips'],
    ['an end of the transaction', 'CREATE TABLE a (b int); COMMIT', 'not known to be safe: commit'],
    ['what cannot be read', 'DO $$ BEGIN DROP TABLE trips; END $$', 'not known to be safe: do'],
  ])('refuse %s', (_, sql, breach) => {
    expect(breachesOfNext(`-- Why.\n${sql};\n`)).toEqual([expect.stringContaining(breach)]);
  });

  it('let an index of a table in use be made outside a transaction, so that it can be made again', () => {
    const outside = (sql: string) => breachesOfNext(`-- outside a transaction\n${sql};\n`);
    const drop = 'DROP INDEX CONCURRENTLY IF EXISTS i;';
    expect(outside(`${drop}\nCREATE INDEX CONCURRENTLY i ON trips (note)`)).toEqual([]);
    expect(outside('CREATE INDEX CONCURRENTLY i ON trips (note)')).toEqual([
      expect.stringContaining('not dropped first'),
    ]);
    expect(outside(drop)).toEqual(['DROP breaks the previous release']);
    expect(outside(`${drop}\nCREATE UNIQUE INDEX CONCURRENTLY i ON trips (note)`)).toEqual([
      'a unique index refuses what the previous release writes',
    ]);
    expect(outside('CREATE TABLE zones (id int)')).toEqual(['is outside a transaction without need']);
  });

  it('let a file take away what the previous release no longer uses, if it says why; but never rename or rewrite', () => {
    const contract = (sql: string) => breachesOfNext(`-- contract: unused since 1.4\n${sql};\n`);
    expect(contract('ALTER TABLE trips DROP COLUMN note, ALTER vehicle_id SET NOT NULL')).toEqual([]);
    expect(contract('ALTER TABLE trips ADD CHECK (pax_number < 8) NOT VALID')).toEqual([]);
    expect(contract('ALTER TABLE trips RENAME note TO remark')).toEqual([
      expect.stringContaining('nothing is renamed'),
    ]);
    expect(contract('ALTER TABLE trips ALTER note TYPE varchar')).toHaveLength(1);
    expect(contract('CREATE INDEX i ON trips (note)')).toHaveLength(1);
    expect(breachesOfNext('-- contract:\nDROP TABLE vehicles;')).toEqual(['DROP breaks the previous release']);
  });

  it('refuse a gap in the numbers, a number taken twice, another name, and a file that does not say why', () => {
    const sql = '-- Why.\nCREATE TABLE zones (id int);';
    for (const name of ['9999_gap.sql', '0004_twice.sql', `${next.slice(0, 5)}Zones.sql`, 'zones.sql'])
      expect(breaches([...files, { name, sql }])).toEqual([`${name}: is not the migration number ${files.length + 1}`]);
    expect(breachesOfNext('CREATE TABLE zones (id int);')).toEqual(['does not begin with a comment']);
  });
});
