import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Migration } from './applyMigration.ts';

// The programs that measure and break the service are compiled without them, and read those of the sources.
const PLACES = ['./migrations/', '../../../../src/database/migrations/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const DIRECTORY = PLACES.find(existsSync) ?? '';

/** In the order in which they are applied. */
export const readMigrations = (directory = DIRECTORY): Migration[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(directory, name), 'utf8') }));
