import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { type Account, openAccounts } from '../support/accounts.ts';
import { closeOnSignals, openedParts } from '../support/closing.ts';
import { makeDirectory } from '../support/directories.ts';
import { openMigratedServer, servingLogin } from '../support/migratedServer.ts';
import { freePort, HIGH_RATE_LIMITS, startProcess } from '../support/process.ts';

/** One service as in production, logging as usual, on its own PostgreSQL. */
export interface Environment {
  port: number;
  metricsUrl: string;
  accounts: Account[];
  database: Database;
  log(): string;
  /** Resolves with the exit code. */
  stopService(): Promise<number | null>;
  close(): Promise<void>;
}

// Enough that no account has many trips to count in a list.
const ACCOUNTS = 64;
const ACCOUNT = { role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false } as const;

export async function startEnvironment(): Promise<Environment> {
  const { keep, close } = openedParts();
  closeOnSignals(close);
  try {
    const { path } = keep(makeDirectory('trips-overload-'), (part) => part.remove());
    const server = keep(await openMigratedServer(join(path, 'data')), (part) => part.close());
    const { host, database: name } = server.connection;
    const url = `postgres://${servingLogin(server)}@${encodeURIComponent(host)}/${name}`;
    const service = keep(await startService(url, join(path, 'service.log')), (part) => part.stopService());
    const database = keep(openDatabase(server.connection), (part) => part.close());
    const accounts = await openAccounts(database, Array<typeof ACCOUNT>(ACCOUNTS).fill(ACCOUNT));
    return { ...service, database, accounts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startService(databaseUrl: string, logFile: string) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const { output, stop } = await startProcess({
    port,
    env: { METRICS_PORT: String(metricsPort), DATABASE_URL: databaseUrl, ...HIGH_RATE_LIMITS },
    prints: { file: logFile },
  });
  return {
    port,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    log: output,
    stopService: () => stop(),
  };
}
