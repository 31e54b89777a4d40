import { join } from 'node:path';
import pg from 'pg';
import { makeDirectory } from '../../reliability/support/directories.ts';
import { openMigratedServer, openServer, servingLogin } from '../../reliability/support/migratedServer.ts';
import type { EmbeddedServer } from '../../src/database/embedded/server.ts';

export interface Cluster {
  dataDir: string;
  /** The directory of its Unix socket. */
  sockets: string;
  /** The owner of the tables. */
  user: string;
  password: string;
  /** For the service. */
  url: string;
  /** As the owner, to another database if one is named. */
  connect(database?: string): Promise<pg.Client>;
  postmasterPid: number;
  /** Stops the server. Its files are removed when the program ends. */
  stop(): Promise<void>;
}

/**
 * A PostgreSQL of its own, the one that the service embeds, with full durability as shipped. The service gets the role that
 * only serves; another build, which may not know it, the owner of a database that it migrates itself.
 */
export async function startCluster({ isServedByOwner = false } = {}): Promise<Cluster> {
  const { path, remove } = makeDirectory('trips-bench-');
  const dataDir = join(path, 'data');
  process.once('exit', remove);
  const server = await (isServedByOwner ? openServer : openMigratedServer)(dataDir);
  const { host, user, password, database } = server.connection;
  return {
    dataDir,
    sockets: host,
    user,
    password,
    url: `postgres://${isServedByOwner ? `${user}:${password}` : servingLogin(server)}@localhost/${database}?host=${encodeURIComponent(host)}`,
    connect: (name = database) => connect({ ...server.connection, database: name }),
    postmasterPid: await postmasterOf(server).catch(async (error: Error) => {
      await server.close();
      throw error;
    }),
    stop: () => server.close(),
  };
}

async function connect(connection: EmbeddedServer['connection']): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
}

/** Its process id; refuses a server that could lose a commit. */
async function postmasterOf(server: EmbeddedServer): Promise<number> {
  const client = await connect(server.connection);
  const { rows } = await client.query(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid,
            array(SELECT name FROM pg_settings
                   WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting <> 'on') AS off`,
  );
  await client.end();
  const [{ pid, off }] = rows;
  if (off.length > 0) throw new Error(`not durable: ${off.join(', ')} is off`);
  return pid;
}
