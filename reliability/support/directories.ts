import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's directory, whether this file runs as a source or compiled. */
export const ROOT = (() => {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package-lock.json'))) directory = dirname(directory);
  return directory;
})();

/** A new temporary directory for a database. */
export function makeDirectory(prefix: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(path, 0o755); // as root the database runs under another user, which must be able to enter
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
