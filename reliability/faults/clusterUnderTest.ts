import { spawn } from 'node:child_process';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '../support/random.ts';
import { accountsOn, type DatabaseUnderTest } from './databaseUnderTest.ts';
import { type Violation, violation } from './evidence.ts';
import { startProxy, type TcpProxy } from './proxy.ts';

/** A Citus cluster; the members of a single database are those of its coordinator. */
export interface ClusterUnderTest extends DatabaseUnderTest {
  coordinator: ClusterNode;
  workers: ClusterNode[];
  /** Moves a part of all accounts to another worker, with all their rows. */
  moveShard(random: Random): Promise<void>;
  /** Transactions over several nodes that nobody ends, although a minute has passed. */
  unresolved(): Promise<Violation[]>;
}

interface ClusterNode {
  host: string;
  port: number;
  user: string;
  postmaster(): number;
  /** What the other nodes reach it through. */
  proxy: TcpProxy;
  close(): Promise<void>;
}

const DATABASE = 'faults';
const RESTART_DELAY_MS = 300;

/** The nodes at these URLs, the coordinator first, which must run on this machine. Their database `faults` is replaced. */
export async function startCluster(urls: string, random: Random): Promise<ClusterUnderTest> {
  const nodes = await Promise.all(urls.split(',').map((url) => superviseNode(new URL(url), random.fork(url))));
  const [coordinator, ...workers] = nodes as [ClusterNode, ...ClusterNode[]];
  await createDatabase(coordinator, workers);
  const { host, port, user } = coordinator;
  const connect = async (timeout = 10_000) => {
    const client = new pg.Client({
      ...{ host, port, user, database: DATABASE },
      ...{ connectionTimeoutMillis: 2_000, query_timeout: timeout },
    });
    client.on('error', () => {}); // a lost connection rejects the query that runs on it
    await client.connect();
    return client;
  };
  const pids = (text: string) => onNode<{ pid: number }>(coordinator, text).then((rows) => rows.map(({ pid }) => pid));
  return {
    coordinator,
    workers,
    entries: nodes.map((node) => ({
      target: { host: node.host, port: node.port },
      env: (proxyPort) => ({
        DATABASE_URL: `postgres://${node.user}@127.0.0.1:${proxyPort}/${DATABASE}`,
        DATABASE_LAYOUT: 'citus',
      }),
    })),
    postmaster: coordinator.postmaster,
    connect,
    backends: () => pids(`SELECT pid FROM pg_stat_activity WHERE application_name = 'trip-booking-api'`),
    processes: async () => [
      coordinator.postmaster(),
      ...(await pids('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')),
    ],
    canGrow: () => Promise.resolve(true),
    openAccounts: (count) => accountsOn({ host, port, user, database: DATABASE, layout: 'citus' }, count),
    async moveShard(moveRandom) {
      const client = await connect(120_000);
      try {
        const { rows } = await client.query<{ shardid: string; nodename: string; nodeport: number }>(
          `SELECT shardid, nodename, nodeport FROM citus_shards WHERE table_name = 'trips'::regclass ORDER BY shardid`,
        );
        const { shardid, nodename, nodeport } = moveRandom.pick(rows);
        const others = workers.filter(({ proxy }) => proxy.port !== nodeport);
        const to = moveRandom.pick(others).proxy.port;
        await client.query('SELECT citus_move_shard_placement($1, $2, $3, $4, $5)', [
          ...[shardid, nodename, nodeport],
          ...['127.0.0.1', to],
        ]);
      } finally {
        await client.end();
      }
    },
    async unresolved() {
      const left = () => Promise.all(nodes.map((node) => onNode<{ gid: string }>(node, PREPARED)));
      let found = (await left()).flat();
      for (let waited = 0; found.length > 0 && waited < 60; waited += 1) {
        await sleep(1_000);
        found = (await left()).flat();
      }
      return found.map(({ gid }) => violation('prepared transactions are recovered', `${gid} is still prepared`));
    },
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}

const PREPARED = `SELECT gid FROM pg_prepared_xacts WHERE database = '${DATABASE}'`;

/** A node of the cluster, restarted whenever it ends, as a supervisor would do. */
async function superviseNode({ hostname, port, username }: URL, random: Random): Promise<ClusterNode> {
  const server = { host: hostname, port: Number(port), user: username };
  // The nodes may have been started without durability. It is needed to survive a kill, though not a power failure.
  await onNode(server, 'ALTER SYSTEM SET synchronous_commit = on');
  await onNode(server, `ALTER SYSTEM SET citus.recover_2pc_interval = '5s'`);
  await onNode(server, 'SELECT pg_reload_conf()');
  const [settings] = await onNode<{ directory: string }>(
    server,
    `SELECT current_setting('data_directory') AS directory`,
  );
  const directory = settings?.directory ?? '';
  const { uid, gid } = statSync(directory);
  let pid = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const program = readlinkSync(`/proc/${pid}/exe`);
  const supervisor = setInterval(() => {
    if (isRunning(pid)) return;
    const child = spawn(program, ['-D', directory], { uid, gid, cwd: directory, stdio: 'ignore', detached: true });
    child.unref();
    pid = child.pid ?? 0;
  }, RESTART_DELAY_MS);
  const proxy = await startProxy({ host: server.host, port: server.port }, random);
  return {
    ...server,
    postmaster: () => pid,
    proxy,
    async close() {
      clearInterval(supervisor);
      await proxy.close();
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Nodes know each other by their proxies. */
async function createDatabase(coordinator: ClusterNode, workers: ClusterNode[]): Promise<void> {
  for (const node of [coordinator, ...workers]) {
    await onNode(node, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await onNode(node, `CREATE DATABASE ${DATABASE}`);
    await onNode(node, 'CREATE EXTENSION citus', DATABASE);
  }
  const at = ({ proxy }: ClusterNode) => `('127.0.0.1', ${proxy.port})`;
  await onNode(coordinator, `SELECT citus_set_coordinator_host${at(coordinator)}`, DATABASE);
  for (const worker of workers) await onNode(coordinator, `SELECT citus_add_node${at(worker)}`, DATABASE);
}

async function onNode<Row extends pg.QueryResultRow>(
  { host, port, user }: Pick<ClusterNode, 'host' | 'port' | 'user'>,
  text: string,
  database = 'postgres',
): Promise<Row[]> {
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
