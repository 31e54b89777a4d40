import type { Logger } from 'pino';
import { OperatorFault } from '../fault.ts';
import { type ConnectionTarget, type Pooler, targetOf } from './connect.ts';
import { type Database, openDatabase } from './connection.ts';
import type { DatabaseUser } from './embedded/lease.ts';
import { openEmbeddedServer } from './embedded/server.ts';
import { migrate, waitingContracts } from './migrate.ts';
import { expectNoPooler, expectSettings, putSettingsOnRole } from './pooler.ts';

export interface DatabaseSource {
  databaseUrl: string | undefined;
  databasePooler: Pooler;
  databasePool: number;
  dataDir: string;
}

export interface OpenDatabase {
  database: Database;
  target: ConnectionTarget;
  isEmbedded: boolean;
  /** Whether the embedded database was created just now. */
  isNew: boolean;
  close(): Promise<void>;
}

/**
 * Opens and migrates the configured database: the one at DATABASE_URL, or the embedded one under DATA_DIR. The signal
 * aborts waiting for table locks.
 */
export async function openConfiguredDatabase(
  source: DatabaseSource,
  kind: DatabaseUser,
  log: Logger,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  const server =
    source.databaseUrl === undefined ? await openEmbeddedServer({ dataDir: source.dataDir, kind, log }) : undefined;
  const target: ConnectionTarget = server?.connection ?? targetOf(source.databaseUrl ?? '', source.databasePooler);
  try {
    if (!server) await expectAnswer(target, log);
    const applied = await migrate(target, { log, signal }).catch(refuseMigration);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
  } catch (error) {
    await server?.close();
    throw error;
  }
  const database = openDatabase(
    target,
    (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    source.databasePool,
  );
  try {
    if (target.pooler === 'transaction') await expectSettings(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  await reportWaitingContracts(database, log).catch(() => {}); // a hint, not worth a failed start
  return {
    database,
    target,
    isEmbedded: server !== undefined,
    isNew: server?.isNew ?? false,
    async close() {
      await database.close();
      await server?.close();
    },
  };
}

async function reportWaitingContracts(database: Database, log: Logger): Promise<void> {
  const waiting = await waitingContracts(database);
  if (waiting.length > 0)
    log.info(
      { waiting },
      'migrations that the previous release cannot run with are waiting; once you will not roll back, run: npm run -s trips -- migrate --contract',
    );
}

function refuseMigration(error: Error): never {
  if (error.name === 'AbortError') throw error;
  throw new OperatorFault(`the database cannot be migrated: ${error.message}`, { cause: error });
}

async function expectAnswer(target: ConnectionTarget, log: Logger): Promise<void> {
  try {
    if (target.pooler === 'transaction') await putSettingsOnRole(target, log);
    else await expectNoPooler(target);
  } catch (error) {
    if (error instanceof OperatorFault) throw error;
    // The driver's message names host and port, never the password.
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new OperatorFault(`the database at DATABASE_URL cannot be used: ${reason}`);
  }
}
