import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Migration } from './applyMigration.ts';

const DIRECTORY = fileURLToPath(new URL('./migrations/', import.meta.url));

/** In the order in which they are applied. */
export const readMigrations = (directory = DIRECTORY): Migration[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(directory, name), 'utf8') }));
