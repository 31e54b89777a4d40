import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoAccount } from '../../src/accounts/demoAccount.ts';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { createLogger } from '../../src/log.ts';
import { freePort, startProcess } from '../support/process.ts';

export interface Account {
  accountId: string;
  apiKey: string;
}

/** One service as in production, logging as usual, on one PostgreSQL of its own. */
export interface Stand {
  port: number;
  metricsUrl: string;
  accounts: Account[];
  database: Database;
  log(): string;
  /** Stops the service gently; answers with its exit code. */
  stopService(): Promise<number | null>;
  close(): Promise<void>;
}

// Counting is on, and no limit is ever met: limits are for one caller who asks too much, and here all of them together do.
const DISTANT_LIMITS = { RATE_LIMIT_IP: '999999999/60', RATE_LIMIT_TIERS: 'STANDARD=999999999/60' };
// So many that no list has many trips to count.
const ACCOUNTS = 64;

export async function buildStand(): Promise<Stand> {
  const directory = mkdtempSync(join(tmpdir(), 'trips-overload-'));
  chmodSync(directory, 0o755); // as root the database runs under another account, which must get in
  const opened: (() => Promise<unknown> | unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  const close = async () => {
    for (const each of opened.splice(0).reverse()) await each();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => close().finally(() => process.exit(130)));
  try {
    const server = await openEmbeddedServer({
      dataDir: join(directory, 'data'),
      kind: 'operator',
      log: createLogger('silent'),
    });
    opened.push(() => server.close());
    const { host, user, database: name } = server.connection;
    const url = `postgres://${user}@${encodeURIComponent(host)}/${name}`;
    const service = await startService(url, join(directory, 'service.log'));
    opened.push(() => service.stopService());
    const database = openDatabase(server.connection);
    opened.push(() => database.close());
    return { ...service, database, accounts: await openAccounts(database), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startService(databaseUrl: string, logFile: string) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const { output, stop } = await startProcess({
    port,
    env: { METRICS_PORT: String(metricsPort), DATABASE_URL: databaseUrl, ...DISTANT_LIMITS },
    prints: { file: logFile },
  });
  return {
    port,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    log: output,
    stopService: () => stop(),
  };
}

async function openAccounts(database: Database): Promise<Account[]> {
  const accounts: Account[] = [];
  while (accounts.length < ACCOUNTS) {
    const details = { role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false } as const;
    const { account, key } = await createDemoAccount(database, () => new Date(), details);
    accounts.push({ accountId: account.accountId, apiKey: key.apiKey });
  }
  return accounts;
}
