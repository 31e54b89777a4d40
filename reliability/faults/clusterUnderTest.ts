import { spawn } from 'node:child_process';
import { openSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/database/connection.ts';
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
  /**
   * Adds a node, gives it its share of the accounts, and takes it away again, as an operator does; undefined if there is no node
   * to add. What an earlier call left unfinished is finished.
   */
  addAndRemoveNode: (() => Promise<void>) | undefined;
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

/**
 * The nodes at these URLs, the coordinator first, which must run on this machine. Their database `faults` is replaced. The
 * spare one is a node that can be added to them.
 */
export async function startCluster(urls: string, random: Random, spareUrl?: string): Promise<ClusterUnderTest> {
  const supervise = (url: string) => superviseNode(new URL(url), random.fork(url));
  const nodes = await Promise.all(urls.split(',').map(supervise));
  const spare = spareUrl ? await supervise(spareUrl) : undefined;
  const all = spare ? [...nodes, spare] : nodes;
  const [coordinator, ...workers] = nodes as [ClusterNode, ...ClusterNode[]];
  await createDatabase(coordinator, workers);
  const { host, port, user } = coordinator;
  const target = { host, port, user, database: DATABASE, layout: 'citus' } as const;
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
    open: () => openDatabase(target),
    openAccounts: (count) => accountsOn(target, count),
    async moveShard(moveRandom) {
      const client = await connect(120_000);
      try {
        const { rows } = await client.query<{ shardid: string; nodename: string; nodeport: number }>(
          `SELECT shardid, nodename, nodeport FROM citus_shards WHERE table_name = 'trips'::regclass ORDER BY shardid`,
        );
        const { shardid, nodename, nodeport } = moveRandom.pick(rows);
        const others = workers.filter(({ proxy }) => proxy.port !== nodeport);
        const to = moveRandom.pick(others).proxy.port;
        await afterCleanup(client, 'SELECT citus_move_shard_placement($1, $2, $3, $4, $5)', [
          ...[shardid, nodename, nodeport],
          ...['127.0.0.1', to],
        ]);
      } finally {
        await client.end();
      }
    },
    addAndRemoveNode: spare && (() => addAndRemove(spare, connect)),
    async unresolved() {
      const left = await prepared(all);
      return left.map((gid) => violation('prepared transactions are recovered', `${gid} is still prepared`));
    },
    async close() {
      await Promise.all(all.map((node) => node.close()));
    },
  };
}

const PREPARED = `SELECT gid FROM pg_prepared_xacts WHERE database = '${DATABASE}'`;

/** The transactions over several nodes that these nodes still have after a minute. */
async function prepared(nodes: ClusterNode[]): Promise<string[]> {
  let found: { gid: string }[] = [];
  await within(60, async () => {
    found = (await Promise.all(nodes.map((node) => onNode<{ gid: string }>(node, PREPARED)))).flat();
    return found.length === 0;
  });
  return found.map(({ gid }) => gid);
}

/** Whether it becomes true within these seconds. */
async function within(seconds: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < seconds; waited += 1) {
    if (await isTrue()) return true;
    await sleep(1_000);
  }
  return isTrue();
}

const MOVE_ATTEMPTS = 5;

/** Moves shards. It fails while what an earlier move left behind is still being deleted, and is tried again then. */
async function afterCleanup(client: pg.Client, move: string, values: unknown[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('CALL citus_cleanup_orphaned_resources()');
    try {
      await client.query(move, values);
      return;
    } catch (error) {
      if (attempt === MOVE_ATTEMPTS) throw error;
      await sleep(1_000);
    }
  }
}

/** As docs/scaling.md tells operators. */
async function addAndRemove(spare: ClusterNode, connect: (timeoutMs: number) => Promise<pg.Client>): Promise<void> {
  const client = await connect(180_000);
  const at = ['127.0.0.1', spare.proxy.port];
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = at) =>
    (await client.query<Row>(text, values)).rows;
  try {
    const [node] = await ask('SELECT FROM pg_dist_node WHERE nodename = $1 AND nodeport = $2');
    if (node) await ask(`SELECT citus_set_node_property($1, $2, 'shouldhaveshards', true)`);
    else {
      await createEmptyDatabase(spare);
      await ask('SELECT citus_add_node($1, $2)');
    }
    // By number: by size, two small shards could stay where they are.
    await ask(`SELECT citus_rebalance_start(rebalance_strategy => 'by_shard_count')`, []);
    await ask('SELECT citus_rebalance_wait()', []);
    const shards = await ask(
      `SELECT FROM citus_shards WHERE nodename = $1 AND nodeport = $2 AND citus_table_type = 'distributed'`,
    );
    if (shards.length === 0) throw new Error('no shard was moved to the node that was added');
    await sleep(1_000); // for bookings there
    await afterCleanup(client, 'SELECT citus_drain_node($1, $2)', at);
    // Once the node is removed, nobody deletes what the moves left behind on it, and these shards cannot be moved again.
    const isClean = async () => {
      await ask('CALL citus_cleanup_orphaned_resources()', []);
      const left = `SELECT FROM pg_dist_cleanup JOIN pg_dist_node ON groupid = node_group_id WHERE nodename = $1 AND nodeport = $2`;
      return (await ask(left)).length === 0;
    };
    if (!(await within(60, isClean))) throw new Error('what the moves left behind on the node is not deleted');
    // Nor do the others know any more whether its prepared transactions committed.
    const [left] = await prepared([spare]);
    if (left) throw new Error(`${left} is still prepared`);
    await ask('SELECT citus_remove_node($1, $2)');
  } finally {
    await client.end();
  }
}

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
  const log = openSync(`${directory}.log`, 'a'); // where .ci/citus lets it log
  const supervisor = setInterval(() => {
    if (isRunning(pid)) return;
    const child = spawn(program, ['-D', directory], {
      ...{ uid, gid, cwd: directory, detached: true },
      stdio: ['ignore', log, log],
    });
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
  for (const node of [coordinator, ...workers]) await createEmptyDatabase(node);
  const at = ({ proxy }: ClusterNode) => `('127.0.0.1', ${proxy.port})`;
  await onNode(coordinator, `SELECT citus_set_coordinator_host${at(coordinator)}`, DATABASE);
  for (const worker of workers) await onNode(coordinator, `SELECT citus_add_node${at(worker)}`, DATABASE);
}

async function createEmptyDatabase(node: ClusterNode): Promise<void> {
  await onNode(node, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await onNode(node, `CREATE DATABASE ${DATABASE}`);
  await onNode(node, 'CREATE EXTENSION citus', DATABASE);
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
