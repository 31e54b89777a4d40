import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../../reliability/support/directories.ts';

export const MIGRATIONS = join(ROOT, 'src/database/migrations');

/** The names of all migrations of this release, in order. */
export const migrationNames = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .sort();

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
