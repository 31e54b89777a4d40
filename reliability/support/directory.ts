import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WorkingDirectory {
  path: string;
  remove(): void;
}

/** A new directory for a database, among the temporary ones. */
export function makeDirectory(prefix: string): WorkingDirectory {
  const path = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(path, 0o755); // as root the database runs under another account, which must get in
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
