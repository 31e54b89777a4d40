import pg from 'pg';
import type { Layout } from '../../src/database/layout/placement.ts';

/** A PostgreSQL on which tests create databases. */
export interface TestServer {
  host: string;
  port?: number;
  user: string;
  layout?: Layout;
}

/** The nodes of a Citus cluster that TEST_DATABASE_NODES names, the coordinator first; none without that setting. */
export const givenNodes = (): TestServer[] =>
  (process.env.TEST_DATABASE_NODES ?? '')
    .split(',')
    .filter(Boolean)
    .map((url) => {
      const { hostname, port, username } = new URL(url);
      return { host: hostname, port: Number(port), user: username, layout: 'citus' };
    });

/** The node that the tests connect to: the coordinator, or the one whose place in the list TEST_DATABASE_ENTRY names. */
export const entryOf = (nodes: readonly TestServer[]): TestServer =>
  nodes[Number(process.env.TEST_DATABASE_ENTRY ?? 0)] as TestServer;

/** Runs one statement on a server, in the given database. */
export async function onServer(
  server: TestServer,
  statement: string,
  values: unknown[] = [],
  database = 'postgres',
): Promise<void> {
  const client = new pg.Client({ ...server, database });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

export async function onEveryServer(servers: readonly TestServer[], statement: string): Promise<void> {
  await Promise.all(servers.map((server) => onServer(server, statement)));
}

/** Ends all sessions in a database for good: Citus keeps some of its own there, which would begin again. */
export async function closeDatabase(servers: readonly TestServer[], database: string): Promise<void> {
  await onEveryServer(servers, `UPDATE pg_database SET datallowconn = false WHERE datname = '${database}'`);
  await onEveryServer(
    servers,
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${database}'`,
  );
}

/** A session that begins while its database is dropped waits for the drop, and the drop for it: so it is closed first. */
export async function dropDatabase(servers: readonly TestServer[], database: string): Promise<void> {
  await closeDatabase(servers, database);
  await onEveryServer(servers, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
}

/** A new database on every node of a cluster that the first of them coordinates. */
export async function createClusterDatabase(nodes: readonly TestServer[], database: string): Promise<void> {
  await onEveryServer(nodes, `CREATE DATABASE ${database}`);
  for (const node of nodes) await onServer(node, 'CREATE EXTENSION citus', [], database);
  const [coordinator, ...workers] = nodes as [TestServer, ...TestServer[]];
  const addNode = (call: string, { host, port }: TestServer) =>
    onServer(coordinator, `SELECT ${call}($1, $2)`, [host, port], database);
  await addNode('citus_set_coordinator_host', coordinator);
  for (const worker of workers) await addNode('citus_add_node', worker);
}
