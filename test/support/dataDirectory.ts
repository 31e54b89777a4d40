import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

export const isRoot = process.getuid?.() === 0;

/** As root we can start programs as somebody else; but only from a checkout that others can enter. */
export const canStartAsOthers =
  isRoot &&
  spawnSync(
    process.execPath,
    ['-e', 'fs.accessSync(process.argv[1])', join(import.meta.dirname, '../../dist/start/main.js')],
    {
      cwd: '/',
      uid: 65_534,
      gid: 65_534,
    },
  ).status === 0;
if (isRoot && !canStartAsOthers)
  console.warn('others cannot enter this checkout: tests that start programs as them are skipped');

export interface DataDirectory {
  path: string;
  /** The service's setting for it. */
  env: { DATA_DIR: string };
  cluster(): string;
  /** The directory of the socket that the server was last started with. */
  sockets(): string | undefined;
  /** For a connection as the owner of the tables, while the server runs. */
  owner(): { host: string; user: string; password: string; database: string };
  /** The number in the lock file of the cluster. */
  postmasterPid(): number;
  /** The process ids of everything that PostgreSQL runs on it. */
  postgresProcesses(): number[];
  /** Ends what still runs and removes all files, also those kept elsewhere on its behalf. */
  remove(): Promise<void>;
}

interface DataDirectoryOptions {
  /** Path below the temporary directory, for what its name or its length does. */
  below?: string;
  /** Of the temporary directory. Open by default: then root keeps the database's files in it, too. */
  mode?: number;
}

/** A DATA_DIR of its own for a test; it does not exist until a service makes it. */
export function newDataDirectory({ below = 'data', mode = 0o755 }: DataDirectoryOptions = {}): DataDirectory {
  const top = mkdtempSync(join(tmpdir(), 'trips-data-'));
  chmodSync(top, mode);
  const path = join(top, below);
  const entry = join(path, 'postgres');
  const home = () => (existsSync(entry) && lstatSync(entry).isSymbolicLink() ? readlinkSync(entry) : entry);
  const cluster = () => join(home(), 'cluster');
  const sockets = () => {
    const options = join(cluster(), 'postmaster.opts');
    return existsSync(options)
      ? /unix_socket_directories="?([^"]+)"/.exec(readFileSync(options, 'utf8'))?.[1]
      : undefined;
  };
  const postgresProcesses = () => processesIn(cluster());
  return {
    path,
    env: { DATA_DIR: path },
    cluster,
    sockets,
    owner: () => ({
      host: sockets() ?? '',
      user: 'postgres',
      password: JSON.parse(readFileSync(join(home(), 'passwords.json'), 'utf8')).owner,
      database: 'postgres',
    }),
    postmasterPid: () => Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0]),
    postgresProcesses,
    async remove() {
      for (const pid of postgresProcesses()) endNow(pid);
      while (postgresProcesses().length > 0) await sleep(10);
      const elsewhere = existsSync(entry) ? [sockets() ?? home(), home()] : [];
      for (const each of [...elsewhere, top]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** One for all tests of a file, removed after the last one. */
export function dataDirectoryForFile(): DataDirectory {
  const directory = newDataDirectory();
  afterAll(() => directory.remove());
  return directory;
}

/** PostgreSQL's processes all work in the cluster's directory, which their names do not tell. */
function processesIn(directory: string): number[] {
  if (!existsSync('/proc'))
    return serversNamedIn(execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }), directory);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingDirectory(name) === directory)
    .map(Number);
}

/** Where the kernel does not tell directories, the server itself is found by its arguments. */
function serversNamedIn(list: string, directory: string): number[] {
  return list
    .split('\n')
    .filter((line) => line.includes(`-D ${directory} `))
    .map((line) => Number.parseInt(line, 10));
}

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // it has ended meanwhile, or it is somebody else's
  }
}

export function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended meanwhile
  }
}
