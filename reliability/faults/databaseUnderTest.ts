import { spawnSync } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type ConnectionTarget, type Database, openDatabase } from '../../src/database/connection.ts';
import { type Account, openAccounts } from '../support/accounts.ts';
import { makeDirectory } from '../support/directories.ts';
import { openMigratedServer, servingLogin } from '../support/migratedServer.ts';

/** Where a service connects to the database, through a proxy. */
export interface Entry {
  target: NetConnectOpts;
  /** The settings of a service, by the port of the proxy. */
  env(proxyPort: number): Record<string, string>;
}

export interface DatabaseUnderTest {
  /** One for each node. */
  entries: Entry[];
  postmaster(): number;
  /** The processes that serve the services' connections. */
  backends(): Promise<number[]>;
  /** Every process of the server. */
  processes(): Promise<number[]>;
  /** Whether it can write more than fits on a full disk. */
  canGrow(): Promise<boolean>;
  /** Not through a proxy. */
  connect(): Promise<pg.Client>;
  /** As the service connects, but not through a proxy. */
  open(): Database;
  openAccounts(count: number): Promise<Account[]>;
  close(): Promise<void>;
}

/** The embedded PostgreSQL; this program restarts it when it dies, as the service would. */
export async function startDatabase(dataDir: string): Promise<DatabaseUnderTest> {
  const server = await openMigratedServer(dataDir);
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
  // Small, so that WAL files are recycled often enough for a full disk to matter.
  await configuration.query(`ALTER SYSTEM SET max_wal_size = '96MB'`);
  await configuration.query('SELECT pg_reload_conf()');
  await configuration.end();
  const postmaster = () =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    entries: [
      {
        target: { path: join(server.connection.host, '.s.PGSQL.5432') },
        env: (proxyPort) => ({
          DATABASE_URL: `postgres://${servingLogin(server)}@127.0.0.1:${proxyPort}/postgres`,
        }),
      },
    ],
    postmaster,
    connect,
    open: () => openDatabase(server.connection),
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
    openAccounts: (count) => accountsOn(server.connection, count),
    close: () => server.close(),
  };
}

export async function accountsOn(target: ConnectionTarget, count: number): Promise<Account[]> {
  const database = openDatabase(target);
  const accounts = await openAccounts(database, Array.from({ length: count }, kindOfAccount));
  await database.close();
  return accounts;
}

const kindOfAccount = (_: unknown, index: number) =>
  ({
    role: index % 2 === 0 ? 'DRIVER' : 'CONTRACTOR',
    apiTier: 'STANDARD',
    isVatExempt: index % 3 === 0,
  }) as const;

export interface Disk {
  directory: string;
  /** False without root, which alone may mount a disk. */
  canFill: boolean;
  fill(): void;
  empty(): void;
  close(): void;
}

// Enough for about an hour of bookings, with PostgreSQL's log.
const SIZE_BYTES = 4 * 1024 ** 3;
const FREE_WHEN_FULL_BYTES = 64 * 1024;

/** A directory for the database, on its own in-memory disk if that is allowed. */
export function makeDisk(): Disk {
  const { path: directory, remove } = makeDirectory('trips-faults-');
  const canFill =
    process.platform === 'linux' && mount(['-t', 'tmpfs', '-o', `size=${SIZE_BYTES},mode=755`, 'tmpfs', directory]);
  const resize = (bytes: number) => {
    if (!mount(['-o', `remount,size=${bytes}`, directory])) throw new Error(`${directory} cannot be resized`);
  };
  return {
    directory,
    canFill,
    fill() {
      const { blocks, bfree, bsize } = statfsSync(directory);
      resize((blocks - bfree) * bsize + FREE_WHEN_FULL_BYTES);
    },
    empty: () => resize(SIZE_BYTES),
    close() {
      if (canFill) spawnSync('umount', ['--lazy', directory]);
      remove();
    },
  };
}

const mount = (args: string[]) => spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
