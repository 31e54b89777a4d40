import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeDirectory } from '../support/directories.ts';
import { freePort } from '../support/process.ts';

const PATH = `${process.env.PATH}:/usr/sbin`;
const BINARIES = '/usr/lib/postgresql';

/** What is not installed here. */
export const missingPrograms = (): string[] => [
  ...['patroni', 'etcd'].filter((name) => spawnSync('which', [name], { env: { PATH } }).status !== 0),
  ...(existsSync(BINARIES) ? [] : ['postgresql']),
];

export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  lag?: number | string;
}

export interface Cluster {
  /** Every member, for DATABASE_URL. */
  url: string;
  /** The name of the primary, once it accepts writes. */
  primary(): Promise<string | undefined>;
  /** Waits until there are a primary, a synchronous standby and another standby, none of them behind. */
  untilComplete(): Promise<void>;
  /** Kills PostgreSQL on the member, or all of the member. A member that was killed comes back with `revive`. */
  kill(name: string, what: 'PostgreSQL' | 'the member'): void;
  revive(name: string): void;
  connect(): Promise<pg.Client>;
  recentOutput(): string;
  close(): Promise<void>;
}

const NAMES = ['one', 'two', 'three'];
// A member may have to copy all data from the primary.
const COMPLETE_WITHIN_MS = 120_000;

interface Node {
  name: string;
  port: number;
  restPort: number;
  data: string;
  configuration: string;
}

/** Three PostgreSQL servers under Patroni, with synchronous replication, and the etcd that elects the primary. */
export async function startCluster(): Promise<Cluster> {
  const directory = makeDirectory('trips-failover-');
  const account = accountOfServers();
  const own = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (account) chownSync(path, account.uid, account.gid);
    return path;
  };
  let output = '';
  const start = (command: string, args: string[]) => {
    const child = spawn(command, args, {
      cwd: directory.path, // the servers' user may not be able to enter ours
      // etcd refuses processors that its authors do not test, unless this variable names them.
      env: { PATH, LC_ALL: 'C.UTF-8', HOME: directory.path, ETCD_UNSUPPORTED_ARCH: process.arch },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-20_000);
      });
    return child;
  };

  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const etcd = start('etcd', [
    ...['--data-dir', own(join(directory.path, 'etcd')), '--advertise-client-urls', etcdUrl],
    ...['--listen-client-urls', etcdUrl, '--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
  ]);
  const nodes: Node[] = [];
  for (const name of NAMES) {
    const node = {
      name,
      port: await freePort(),
      restPort: await freePort(),
      data: join(own(join(directory.path, name)), 'data'),
      configuration: join(directory.path, `${name}.yml`),
    };
    writeFileSync(node.configuration, patroniConfiguration(node, etcdPort, directory.path));
    nodes.push(node);
  }
  const patronis = new Map<string, ChildProcess>();
  const revive = (name: string) => {
    const child = patronis.get(name);
    const isRunning = child && child.exitCode === null && child.signalCode === null;
    const node = nodes.find((each) => each.name === name);
    if (node && !isRunning) patronis.set(name, start('patroni', [node.configuration]));
  };
  for (const { name } of nodes) revive(name);

  const members = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const isWritable = async ({ port }: Node) => {
    const client = new pg.Client({ ...LOGIN, port, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query('SELECT pg_is_in_recovery() AS standby')).rows[0].standby === false;
    } catch {
      return false;
    } finally {
      client.end().catch(() => {});
    }
  };
  const primary = async () => {
    const writable = await Promise.all(nodes.map(isWritable));
    return nodes.find((_, index) => writable[index])?.name;
  };
  const postmaster = ({ data }: Node) => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const nodeOf = (name: string) => nodes.find((each) => each.name === name) as Node;

  return {
    url: `postgresql://postgres@${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}/postgres?target_session_attrs=read-write`,
    primary,
    async untilComplete() {
      for (
        const deadline = performance.now() + COMPLETE_WITHIN_MS;
        !isComplete(await members()) || !(await primary());
      ) {
        if (performance.now() > deadline) throw new Error(`the cluster is not complete:\n${output}`);
        await sleep(200);
      }
    },
    kill(name, what) {
      if (what === 'the member') patronis.get(name)?.kill('SIGKILL');
      process.kill(postmaster(nodeOf(name)), 'SIGKILL');
    },
    revive,
    async connect() {
      const client = new pg.Client({ ...LOGIN, port: nodeOf((await primary()) ?? '').port });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    recentOutput: () => output,
    async close() {
      for (const child of [...patronis.values(), etcd]) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      for (const node of nodes) endServer(() => postmaster(node));
      await sleep(500);
      directory.remove();
    },
  };
}

const LOGIN = { host: '127.0.0.1', user: 'postgres', database: 'postgres' };

/** PostgreSQL refuses to run as root. */
function accountOfServers(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function isComplete(members: Member[]): boolean {
  const standbys = members.filter(({ role }) => role !== 'leader');
  return (
    members.some(({ role, state }) => role === 'leader' && state === 'running') &&
    standbys.length === NAMES.length - 1 &&
    standbys.some(({ role }) => role === 'sync_standby') &&
    standbys.every(({ state, lag }) => ['running', 'streaming'].includes(state) && Number(lag) < 1_000_000)
  );
}

function endServer(pid: () => number): void {
  try {
    process.kill(pid(), 'SIGKILL');
  } catch {
    // it has ended
  }
}

function newestVersion(): string {
  const [newest = ''] = readdirSync(BINARIES).sort((a, b) => Number(b) - Number(a));
  return join(BINARIES, newest, 'bin');
}

/**
 * JSON is YAML. A member whose PostgreSQL dies gives up its role at once; one that dies itself loses it after 20 seconds,
 * the least that Patroni allows. Writes wait for a synchronous standby. Only processes are killed, so nothing has to reach the
 * disk.
 */
const patroniConfiguration = ({ name, port, restPort, data }: Node, etcdPort: number, directory: string) =>
  JSON.stringify({
    scope: 'trips',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        master_start_timeout: 0,
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on', fsync: 'off', max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: newestVersion(),
      pgpass: join(directory, name, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'postgres' },
        rewind: { username: 'postgres' },
      },
      parameters: { unix_socket_directories: join(directory, name) },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  });
