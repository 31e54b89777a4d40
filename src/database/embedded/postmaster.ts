import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemAccount } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';
import { SERVER_ENVIRONMENT } from './cluster.ts';
import type { EmbeddedHome } from './home.ts';

const MAX_LOG_BYTES = 10 * 1024 * 1024;

export const lockFileOf = (cluster: string): string => join(cluster, 'postmaster.pid');

/** The pid of the server that runs on this cluster, or undefined. */
export function runningPostmaster(home: EmbeddedHome): number | undefined {
  const pid = Number(readIfThere(lockFileOf(home.cluster)).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return servesCluster(pid, home) ? pid : undefined;
}

const servesCluster = (pid: number, home: EmbeddedHome) => commandLine(pid).includes(home.cluster);

/**
 * Starts a server on the cluster. It is detached and logs to a file, so that neither Ctrl-C nor the death of this
 * process reaches it: a request in progress must find its database, and the next process can take it over.
 */
export function startPostmaster(home: EmbeddedHome, binaries: PostgresBinaries, account: SystemAccount) {
  removeStaleLocks(home);
  const log = openSync(home.log, logIsTooLarge(home.log) ? 'w' : 'a', 0o600);
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...serverSettings(home)], {
    ...account,
    cwd: home.sockets,
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.once('error', () => {}); // a failed start leaves a child without a pid
  child.unref();
  return child;
}

export async function stopPostmaster(home: EmbeddedHome, pid: number): Promise<void> {
  process.kill(pid, 'SIGINT'); // PostgreSQL's "fast" shutdown: ends sessions, writes a checkpoint, exits
  // It takes its lock file away a moment before it ends, and its name is gone a moment before it is itself.
  await waitWhile(() => servesCluster(pid, home), 30_000);
  await waitWhile(() => exists(pid), 1_000);
}

async function waitWhile(holds: () => boolean, longestMs: number): Promise<void> {
  for (const deadline = Date.now() + longestMs; holds() && Date.now() < deadline; ) await sleep(10);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** How long the log is: what was said before is of no interest. */
export const logLength = (home: EmbeddedHome): number => readIfThere(home.log).length;

/** A log that is shorter was begun anew. */
function linesSince(home: EmbeddedHome, length: number): string[] {
  const log = readIfThere(home.log);
  return (log.length < length ? log : log.slice(length)).trim().split('\n');
}

/**
 * The last line in which the server with that pid says why it stopped, or else one of its processes; other servers write
 * to the same log.
 */
export function lastComplaint(home: EmbeddedHome, pid: number | undefined, since: number): string {
  const lines = linesSince(home, since);
  const isOwn = (line: string) => line.includes(`[${pid}] FATAL`);
  const isOfProcess = (line: string) => /(FATAL|PANIC): +(?!the database system is )/.test(line);
  return lines.findLast(isOwn) ?? lines.findLast(isOfProcess) ?? lines.at(-1) ?? '';
}

/** The lines in which a process of the server crashed. The server then recovers, perhaps to crash again. */
export const crashes = (home: EmbeddedHome, since: number): string[] =>
  linesSince(home, since).filter((line) => line.includes('PANIC: '));

function serverSettings(home: EmbeddedHome): string[] {
  const settings = {
    listen_addresses: '', // only the socket, in a private directory: no port to collide on or to attack
    unix_socket_directories: `"${home.sockets.replaceAll('"', '""')}"`, // a list, in which a path may contain commas
    unix_socket_permissions: '0700',
    hba_file: home.authentication,
    timezone: 'UTC',
    log_min_messages: 'warning',
    // Error details quote the row, and statements typed by hand contain the values: neither is logged.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_line_prefix: '%m [%p] ',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * PostgreSQL believes a lock file if any process has its pid. After a crash in a container that pid often belongs to
 * another process, so we check what the process is and remove the file if it is not a server of ours. A file from this
 * very second stays: another process may just be starting a server.
 */
function removeStaleLocks(home: EmbeddedHome): void {
  for (const file of [lockFileOf(home.cluster), join(home.sockets, '.s.PGSQL.5432.lock')]) {
    if (!isFresh(file) && runningPostmaster(home) === undefined) rmSync(file, { force: true });
  }
}

function isFresh(path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written === undefined || Math.abs(Date.now() - written) < 1_000;
}

function commandLine(pid: number): string {
  const fromKernel = readIfThere(`/proc/${pid}/cmdline`);
  if (fromKernel !== '' || process.platform === 'linux') return fromKernel;
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const logIsTooLarge = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES;
