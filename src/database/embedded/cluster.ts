import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupFault } from '../../startupFault.ts';
import type { SystemAccount } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';

/** What the server's processes see of our environment: nothing that could change how they behave. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export const SUPERUSER = 'postgres';

export const hasCluster = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION'));

/** Creates the cluster unless it is there. It appears whole or not at all: a start cut short leaves no broken cluster. */
export async function ensureCluster(
  cluster: string,
  binaries: PostgresBinaries,
  account: SystemAccount,
): Promise<void> {
  if (hasCluster(cluster)) return refuseOtherMajor(cluster, binaries);
  const draft = `${cluster}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  await initialise(draft, binaries, account);
  try {
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!hasCluster(cluster)) throw error; // otherwise another process was first
  }
}

function initialise(directory: string, binaries: PostgresBinaries, account: SystemAccount): Promise<void> {
  const options = [
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const child = spawn(binaries.initdb, ['-D', directory, '-U', SUPERUSER, ...options, '--no-instructions'], {
    ...account,
    cwd: dirname(directory),
    env: SERVER_ENVIRONMENT,
    detached: true, // out of reach of Ctrl-C, which would break it off; we stop once it is done
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new StartupFault(`initdb could not be started: ${cause.message}`)));
    child.on('close', (code) => {
      if (code === 0) return resolve();
      rmSync(directory, { recursive: true, force: true });
      const lines = complaint.trim().split('\n');
      reject(
        new StartupFault(`initdb failed: ${lines.find((line) => line.includes('error')) ?? lines.at(-1) ?? code}`),
      );
    });
  });
}

function refuseOtherMajor(cluster: string, binaries: PostgresBinaries): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== binaries.major) {
    throw new StartupFault(
      `the database in ${cluster} was made by PostgreSQL ${found}, this release brings ${binaries.major}: back it up with the release that made it, and restore it into a new DATA_DIR`,
    );
  }
}
