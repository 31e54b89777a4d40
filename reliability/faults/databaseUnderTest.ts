import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../src/database/connection.ts';
import { openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { createLogger } from '../../src/start/log.ts';
import { type Account, openAccounts } from '../support/accounts.ts';

export interface DatabaseUnderTest {
  /** Of its socket, for a proxy. */
  socket: string;
  postmaster(): number;
  /** One of the processes that serve the services' connections. */
  backends(): Promise<number[]>;
  /** Every process of the server. */
  processes(): Promise<number[]>;
  /** Whether it can write more than there is room for on a full disk; if it is not even there, it cannot. */
  canGrow(): Promise<boolean>;
  /** A connection that no proxy disturbs. */
  connect(): Promise<pg.Client>;
  openAccounts(count: number): Promise<Account[]>;
  close(): Promise<void>;
}

/** A real PostgreSQL, the embedded one; this program is its user and brings it back when it dies, as the service would. */
export async function startDatabase(dataDir: string): Promise<DatabaseUnderTest> {
  const server = await openEmbeddedServer({ dataDir, kind: 'operator', log: createLogger('silent') });
  const connect = async () => {
    const client = new pg.Client({ ...server.connection, connectionTimeoutMillis: 2_000, query_timeout: 10_000 });
    client.on('error', () => {}); // a lost connection rejects the query that runs on it
    await client.connect();
    return client;
  };
  const ask = async (text: string) => {
    const client = await connect();
    try {
      return (await client.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
    } finally {
      await client.end();
    }
  };
  const configuration = await connect();
  // Small, so that it comes to its end and begins anew often enough for a full disk to matter.
  await configuration.query(`ALTER SYSTEM SET max_wal_size = '96MB'`);
  await configuration.query('SELECT pg_reload_conf()');
  await configuration.end();
  const postmaster = () =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    socket: join(server.connection.host, '.s.PGSQL.5432'),
    postmaster,
    connect,
    backends: () => ask(`SELECT pid FROM pg_stat_activity WHERE application_name = 'trip-booking-api'`),
    processes: async () => [
      postmaster(),
      ...(await ask('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')),
    ],
    canGrow: () =>
      ask(`CREATE TEMP TABLE room AS SELECT 0 AS pid, repeat('x', 1000) FROM generate_series(1, 10000)`).then(
        () => true,
        () => false,
      ),
    async openAccounts(count) {
      const database = openDatabase(server.connection);
      const accounts = await openAccounts(database, Array.from({ length: count }, kindOfAccount));
      await database.close();
      return accounts;
    },
    close: () => server.close(),
  };
}

const kindOfAccount = (_: unknown, index: number) =>
  ({
    role: index % 2 === 0 ? 'DRIVER' : 'CONTRACTOR',
    apiTier: 'STANDARD',
    isVatExempt: index % 3 === 0,
  }) as const;
