import { join } from 'node:path';
import pg from 'pg';
import { makeDirectory } from '../../reliability/support/directories.ts';
import { type EmbeddedServer, openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { createLogger } from '../../src/start/log.ts';

export interface Cluster {
  dataDir: string;
  /** The directory of its Unix socket. */
  sockets: string;
  user: string;
  /** For the service. */
  url: string;
  connect(): Promise<pg.Client>;
  /** Lets the server go, and keeps its files. */
  leave(): Promise<void>;
  remove(): void;
}

/** A PostgreSQL of its own, the one that the service brings along, with its durability as shipped: all of it. */
export async function startCluster(): Promise<Cluster> {
  const { path, remove } = makeDirectory('trips-bench-');
  const dataDir = join(path, 'data');
  const server = await openDurableServer(dataDir).catch((error: Error) => {
    remove();
    throw error;
  });
  const { host, user, database } = server.connection;
  return {
    dataDir,
    sockets: host,
    user,
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    connect: () => connect(server.connection),
    leave: () => server.close(),
    remove,
  };
}

async function openDurableServer(dataDir: string): Promise<EmbeddedServer> {
  const server = await openEmbeddedServer({ dataDir, kind: 'operator', log: createLogger('silent') });
  try {
    await expectDurability(server);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function connect(connection: EmbeddedServer['connection']): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
}

async function expectDurability(server: EmbeddedServer): Promise<void> {
  const client = await connect(server.connection);
  const { rows } = await client.query(
    `SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting <> 'on'`,
  );
  await client.end();
  if (rows.length > 0) throw new Error(`not durable: ${rows.map(({ name }) => name).join(', ')} is off`);
}
