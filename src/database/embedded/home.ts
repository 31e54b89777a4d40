import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OperatorFault } from '../../fault.ts';
import type { SystemAccount } from './account.ts';
import { SHARED_HOME } from './binaries.ts';

/** The directories of one embedded server. All except `sockets` are below DATA_DIR/postgres. */
export interface EmbeddedHome {
  cluster: string;
  log: string;
  /** Who may connect: PostgreSQL's hba_file. */
  authentication: string;
  passwords: string;
  sockets: string;
}

// The path of a Unix socket is limited to 107 bytes (103 on macOS), of which PostgreSQL's file name takes 19.
const MAX_SOCKET_DIRECTORY = 80;

/** Where the cluster of `dataDir` is or will be, without creating anything. */
export function clusterPath(dataDir: string): string {
  return join(resolve(dataDir), 'postgres', 'cluster');
}

export const prepareHome = (dataDir: string, account: SystemAccount): EmbeddedHome =>
  inDataDir(dataDir, () => makeHome(resolve(dataDir), account));

/** Turns a failure to use the files of `dataDir` into one line for the operator. */
export function inDataDir<Result>(dataDir: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw new OperatorFault(`DATA_DIR ${dataDir} cannot be used (${code}): it must be a directory this user can write`);
  }
}

function makeHome(dataDir: string, account: SystemAccount): EmbeddedHome {
  mkdirSync(dataDir, { recursive: true });
  const entry = join(dataDir, 'postgres');
  if (!lstatSync(entry, { throwIfNoEntry: false })) {
    if (account === undefined || othersCanReach(dataDir)) mkdirSync(entry, { recursive: true, mode: 0o700 });
    else linkToSharedHome(entry);
  }
  const home = realpathSync(entry);
  giveTo(home, account);
  const inside = join(home, 'run');
  const sockets = Buffer.byteLength(inside) <= MAX_SOCKET_DIRECTORY ? inside : shortSocketDirectory(home, account);
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  giveTo(sockets, account);
  return {
    cluster: join(home, 'cluster'),
    log: join(home, 'server.log'),
    authentication: join(home, 'pg_hba.conf'),
    passwords: join(home, 'passwords.json'),
    sockets,
  };
}

/**
 * As root with DATA_DIR in a closed directory (such as /root/checkout/data) the server's user could not reach its
 * files. They are then in a directory of our own, and DATA_DIR links to it.
 */
function linkToSharedHome(entry: string): void {
  const home = join(SHARED_HOME, `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  chmodSync(SHARED_HOME, 0o755);
  try {
    symlinkSync(home, entry);
  } catch (error) {
    rmdirSync(home);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // otherwise another process created it
  }
}

function othersCanReach(directory: string): boolean {
  for (let path = realpathSync(directory); ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

function giveTo(path: string, account: SystemAccount): void {
  if (account === undefined) return;
  chownSync(path, account.uid, account.gid);
  chmodSync(path, 0o700);
}

/** One fixed place per cluster, so that every process finds the same socket and nothing accumulates. */
function shortSocketDirectory(home: string, account: SystemAccount): string {
  const owner = account?.uid ?? process.getuid?.() ?? 0; // the server's, so that root and that user mean the same directory
  const directory = `/tmp/trip-booking-${owner}-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // /tmp is world-writable: a directory that somebody else created must not hold our socket. It is judged once it is there,
  // when nobody else can put another in its place.
  const found = lstatSync(directory);
  if (!found.isDirectory() || ![0, owner].includes(found.uid))
    throw new OperatorFault(`${directory} exists and is not ours: choose a shorter DATA_DIR`);
  return directory;
}
