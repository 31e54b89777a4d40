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

const IN_USE = '55006';

/** Citus's own session in a database, which every node has, may end a moment after it was asked to. */
export const dropDatabase = (servers: readonly TestServer[], database: string): Promise<unknown> =>
  Promise.all(
    servers.map(async (server) => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await onServer(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
        } catch (error) {
          if ((error as pg.DatabaseError).code !== IN_USE || attempt === 5) throw error;
        }
      }
    }),
  );

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
