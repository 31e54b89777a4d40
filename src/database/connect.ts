import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Queryable } from './connection.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './databaseUrl.ts';
import { isDatabaseUnavailable } from './failures.ts';
import type { Layout } from './layout/placement.ts';
import { asOptions } from './sessionSettings.ts';

/** `transaction`: every transaction may run in another session, so nothing is left in one. */
export const POOLERS = ['none', 'transaction'] as const;
export type Pooler = (typeof POOLERS)[number];

interface Server {
  host: string;
  port?: number;
  user: string;
  password?: string;
  database: string;
  options?: string;
}

export type ConnectionTarget = (Server | DatabaseAddress) & {
  pooler?: Pooler;
  /** How the tables are laid out there; on one PostgreSQL if undefined. */
  layout?: Layout;
};

/** What the driver needs to reach one host. */
export type Host = { connectionString: string } | Omit<Server, 'options'>;

export const targetOf = (databaseUrl: string, pooler: Pooler, layout: Layout = 'single'): ConnectionTarget => ({
  ...parseDatabaseUrl(databaseUrl),
  pooler,
  layout,
});

export function hostsOf(target: ConnectionTarget): [Host, ...Host[]] {
  if (!('connectionStrings' in target)) {
    const { options: _, pooler: __, layout: ___, ...host } = target;
    return [host];
  }
  const [first, ...others] = target.connectionStrings;
  return [{ connectionString: first }, ...others.map((connectionString) => ({ connectionString }))];
}

/** Passes over a host that only reads, if the target asks for that. */
export const isReadWrite = (target: ConnectionTarget) => 'isReadWrite' in target && target.isReadWrite;

const READ_ONLY = '25006';

export const isReadOnly = (error: unknown) => (error as { code?: unknown } | null)?.code === READ_ONLY;

export async function expectWritable(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ readOnly: string }>({
    text: `SELECT current_setting('transaction_read_only') AS "readOnly"`,
  });
  if (rows[0]?.readOnly === 'on') throw Object.assign(new Error('the database is read-only'), { code: READ_ONLY });
}

/** Settings for a session from its start. A pooler would refuse or drop them. */
export const startWith = (target: ConnectionTarget, settings: Record<string, string>): { options?: string } =>
  target.pooler === 'transaction' ? {} : { options: `${target.options ?? ''} ${asOptions(settings)}` };

const TOO_MANY_CONNECTIONS = '53300';

export const isRefused = (error: unknown) => (error as { code?: unknown } | null)?.code === TOO_MANY_CONNECTIONS;

// Longer than the ten seconds after which other processes give back connections that they do not use.
const WAIT_FOR_CONNECTION_MS = 15_000;
const ASK_AGAIN_MS = 200;

/** A connection of its own. If the server has none left, it waits for one. */
export async function connectTo(
  target: ConnectionTarget,
  config: pg.ClientConfig,
  settings: Record<string, string> = {},
): Promise<pg.Client> {
  const deadline = performance.now() + WAIT_FOR_CONNECTION_MS;
  for (;;) {
    try {
      return await connectToAnyHost(target, { ...startWith(target, settings), ...config });
    } catch (error) {
      if (!isRefused(error) || performance.now() > deadline) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

async function connectToAnyHost(target: ConnectionTarget, config: pg.ClientConfig): Promise<pg.Client> {
  const faults: Error[] = [];
  for (const host of hostsOf(target)) {
    // Reads the files named in the URL.
    const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...host, ...config });
    client.on('error', () => {}); // a connection lost while a query runs rejects that query
    try {
      await client.connect();
      if (isReadWrite(target)) await expectWritable(client);
      return client;
    } catch (error) {
      faults.push(error as Error);
      await client.end().catch(() => {});
    }
  }
  throw ofAllHosts(faults);
}

function ofAllHosts(faults: Error[]): Error {
  const [first = new Error('no host')] = faults;
  if (faults.length === 1) return first;
  const passing = (faults.find(isRefused) ?? faults.find(isDatabaseUnavailable)) as { code?: string } | undefined;
  const message = faults.map((fault) => fault.message || (fault as NodeJS.ErrnoException).code).join('; ');
  return Object.assign(new Error(message), { code: passing?.code });
}
