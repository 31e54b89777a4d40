import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorFault } from '../../fault.ts';
import type { SystemAccount } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';

/** The environment of the server's processes: nothing that could change their behaviour. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export const SUPERUSER = 'postgres';

/** Throws if this user may not look. */
export const hasCluster = (cluster: string): boolean =>
  statSync(join(cluster, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined;

/** Creates the cluster unless it exists, completely or not at all: an interrupted start leaves no broken cluster. */
export async function ensureCluster(
  cluster: string,
  binaries: PostgresBinaries,
  account: SystemAccount,
): Promise<void> {
  removeLeftDrafts(cluster);
  if (hasCluster(cluster)) return refuseOtherMajor(cluster, binaries);
  refuseInterruptedUpgrade(cluster);
  const draft = `${cluster}.${process.pid}`;
  makeDraft(draft, account);
  try {
    await letOthersFirst(cluster);
    if (hasCluster(cluster)) return;
    await initialise(draft, binaries, account);
    renameSync(draft, cluster);
  } catch (error) {
    if (!hasCluster(cluster)) throw error; // otherwise another process created it
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Of starts that were killed. */
function removeLeftDrafts(cluster: string): void {
  for (const draft of draftsOf(cluster).filter(({ pid }) => !isAlive(pid)))
    rmSync(join(dirname(cluster), draft.name), { recursive: true, force: true });
}

/** What processes that create the cluster work on. */
function draftsOf(cluster: string): { name: string; pid: number }[] {
  const draft = new RegExp(`^${basename(cluster)}\\.(\\d+)$`);
  return readdirSync(dirname(cluster)).flatMap((name) => {
    const [, pid] = draft.exec(name) ?? [];
    return pid === undefined ? [] : [{ name, pid: Number(pid) }];
  });
}

function makeDraft(draft: string, account: SystemAccount): void {
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    if (account) chownSync(draft, account.uid, account.gid);
  } catch (error) {
    throw new OperatorFault(`the database cannot be created: ${(error as Error).message}`);
  }
}

// Creating a cluster takes a second. After this long a process no longer waits for others and creates one itself; two
// do no harm.
const MAX_WAIT_MS = 15_000;

/**
 * Of processes that start together on an empty directory, one should do the work: the one with the lowest pid that has
 * a draft. This is an optimisation, not a lock: if all did it, one would win, but twenty would keep a small machine
 * busy for half a minute.
 */
async function letOthersFirst(cluster: string): Promise<void> {
  const isAnotherAhead = () => draftsOf(cluster).some(({ pid }) => pid < process.pid && isAlive(pid));
  const deadline = Date.now() + MAX_WAIT_MS;
  while (!hasCluster(cluster) && Date.now() < deadline && isAnotherAhead()) await sleep(20);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // not ours
  }
}

function initialise(directory: string, binaries: PostgresBinaries, account: SystemAccount): Promise<void> {
  const options = [
    '--auth=trust', // for earlier releases only: this one starts the server with an hba_file of its own
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const child = spawn(binaries.initdb, ['-D', directory, '-U', SUPERUSER, ...options, '--no-instructions'], {
    ...account,
    cwd: dirname(directory),
    env: SERVER_ENVIRONMENT,
    detached: true, // unaffected by Ctrl-C, which would interrupt it; we stop once it is done
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new OperatorFault(`initdb could not be started: ${cause.message}`)));
    child.on('close', (code) => {
      if (code === 0) return resolve();
      if (complaint.includes('could not look up effective user ID')) return reject(namelessUser());
      const lines = complaint.trim().split('\n');
      reject(
        new OperatorFault(`initdb failed: ${lines.find((line) => line.includes('error')) ?? lines.at(-1) ?? code}`),
      );
    });
  });
}

const namelessUser = () =>
  new OperatorFault(
    `the embedded database cannot be created by user ${process.getuid?.()}, who has no name in /etc/passwd: ` +
      'add one, run the service as another user, or set DATABASE_URL',
  );

/** The major version of PostgreSQL that created the cluster. */
export const majorOf = (cluster: string): string => readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();

function refuseOtherMajor(cluster: string, binaries: PostgresBinaries): void {
  if (majorOf(cluster) === binaries.major) return;
  expectOlder(cluster, binaries);
  throw new OperatorFault(
    `${createdByOther(cluster, binaries)}: run npm run -s trips -- upgrade, which copies it and keeps the old one`,
  );
}

/** An older PostgreSQL cannot read the files of a newer one. */
export function expectOlder(cluster: string, binaries: PostgresBinaries): void {
  if (Number(majorOf(cluster)) > Number(binaries.major))
    throw new OperatorFault(`${createdByOther(cluster, binaries)}: start the release that created it`);
}

const createdByOther = (cluster: string, { major }: PostgresBinaries) =>
  `the database in ${cluster} was created by PostgreSQL ${majorOf(cluster)}, but this release includes ${major}`;

/** Where an upgrade puts the old cluster. */
export const keptCluster = (cluster: string, major: string): string => `${cluster}-${major}`;

/** An upgrade that was killed at its last moment leaves only the old cluster, beside its place. An empty database must not replace it. */
export function refuseInterruptedUpgrade(cluster: string): void {
  const beside = existsSync(dirname(cluster)) ? readdirSync(dirname(cluster)) : [];
  const kept = beside.find((name) => name.startsWith(keptCluster(basename(cluster), '')));
  if (kept === undefined) return;
  throw new OperatorFault(
    `there is no database in ${cluster}, but one that an upgrade put aside: move it back (mv '${join(dirname(cluster), kept)}' '${cluster}') and upgrade again, or move it elsewhere to start without it`,
  );
}
