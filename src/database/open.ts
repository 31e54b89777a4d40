import type { Logger } from 'pino';
import { OperatorFault } from '../fault.ts';
import { findRoles } from './batchesRole.ts';
import { type ConnectionTarget, type Pooler, targetOf } from './connect.ts';
import { type Database, openDatabase } from './connection.ts';
import type { DatabaseUser } from './embedded/lease.ts';
import { expectDatabase, openEmbeddedServer } from './embedded/server.ts';
import type { Layout } from './layout/placement.ts';
import { findDueMigrations, migrate, waitingContracts } from './migrate.ts';
import { expectNoPooler, expectSettings, putSettingsOnRole } from './pooler.ts';
import {
  connectsAsOwner,
  contractCommand,
  expectServingRole,
  findMissingPrivileges,
  grantServing,
} from './privileges.ts';

interface DatabaseSource {
  databaseUrl: string | undefined;
  databasePooler: Pooler;
  databasePool: number;
  databaseLayout: Layout;
  dataDir: string;
}

export interface OpenDatabase {
  database: Database;
  /** Where it is, as the role that serves: for the workers' own pools. */
  target: ConnectionTarget;
  /** The same database as the role that owns its tables, if we know it; otherwise as the role that serves. */
  ownerTarget: ConnectionTarget;
  isEmbedded: boolean;
  /** Whether the embedded database was created just now. */
  isNew: boolean;
  /** The migrations that it lacked. */
  migrated: readonly string[];
  close(): Promise<void>;
}

interface Opening {
  /** Aborts waiting for table locks, and for the embedded server. */
  signal?: AbortSignal | undefined;
  /** Refuse a database of an older release instead of migrating it. */
  refusesOlder?: boolean;
  /** Refuse a DATA_DIR without a database instead of creating one. */
  refusesNone?: boolean;
  /** The role that is to serve afterwards: if it cannot, nothing is migrated. */
  servingRole?: string | undefined;
}

/**
 * Opens the configured database: the one at DATABASE_URL, or the embedded one under DATA_DIR. It is migrated, unless
 * DATABASE_URL is that of a role that only serves.
 */
export async function openConfiguredDatabase(
  source: DatabaseSource,
  kind: DatabaseUser,
  log: Logger,
  opening: Opening = {},
): Promise<OpenDatabase> {
  if (source.databaseUrl !== undefined) {
    const target = targetOf(source.databaseUrl, source.databasePooler, source.databaseLayout);
    const { database, migrated } = await openAtUrl(target, source, log, opening);
    const close = () => database.close();
    return { database, target, ownerTarget: target, isEmbedded: false, isNew: false, migrated, close };
  }
  const { dataDir } = source;
  if (opening.refusesNone) expectDatabase(dataDir);
  const server = await openEmbeddedServer({ dataDir, kind, log, signal: opening.signal });
  const { connection: ownerTarget, serving: target, isNew } = server;
  try {
    const migrated = await migrateAsOwner(ownerTarget, log, opening);
    await grantServing(ownerTarget, target.user);
    const database = await openPool(target, source, log);
    const close = async () => {
      await database.close();
      await server.close();
    };
    await reportWaitingContracts(database, ownerTarget, log);
    return { database, target, ownerTarget, isEmbedded: true, isNew, migrated, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function openAtUrl(
  target: ConnectionTarget,
  source: DatabaseSource,
  log: Logger,
  opening: Opening,
): Promise<Pick<OpenDatabase, 'database' | 'migrated'>> {
  await expectAnswer(target, log);
  const isCluster = target.layout === 'citus'; // which has one role
  const migrates = isCluster || (await connectsAsOwner(target));
  const migrated = migrates ? await migrateAsOwner(target, log, opening) : [];
  if (migrates && !isCluster)
    log.info(
      'DATABASE_URL uses the role that owns the tables, so row-level security does not apply; use a serving role instead: docs/operations.md, Database roles',
    );
  const database = await openPool(target, source, log);
  try {
    if (!migrates) await expectMigrated(database);
    await reportWaitingContracts(database, target, log);
    return { database, migrated };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function migrateAsOwner(target: ConnectionTarget, log: Logger, opening: Opening) {
  const { signal, refusesOlder = false, servingRole } = opening;
  if (servingRole !== undefined) await expectServingRole(target, servingRole);
  const applied = await migrate(target, { log, signal, refusesOlder }).catch(refuseMigration);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  return applied;
}

/** A role that only serves can neither migrate nor give itself privileges. */
async function expectMigrated(database: Database): Promise<void> {
  const { own, batches } = await findRoles(database);
  const command = `npm run -s trips -- migrate --serving-role ${own}`;
  for (const role of batches === null ? [own] : [own, batches]) {
    const [missing] = await findMissingPrivileges(database, role);
    if (missing !== undefined)
      throw new OperatorFault(`the role ${role} may not use ${missing}: run ${command} with the owner's DATABASE_URL`);
  }
  const due = await findDueMigrations(database);
  if (due.length > 0)
    throw new OperatorFault(
      `the database lacks ${due.length} ${due.length === 1 ? 'migration' : 'migrations'} of this release, and the role ${own} does not own its tables: run ${command} with the owner's DATABASE_URL`,
    );
}

async function openPool(target: ConnectionTarget, source: DatabaseSource, log: Logger): Promise<Database> {
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
  return database;
}

async function reportWaitingContracts(database: Database, ownerTarget: ConnectionTarget, log: Logger): Promise<void> {
  try {
    const waiting = await waitingContracts(database);
    if (waiting.length === 0) return;
    const command = await contractCommand(ownerTarget);
    log.info(
      { waiting },
      `migrations that the previous release cannot run with are waiting; once you will not roll back, run: ${command}`,
    );
  } catch {} // a hint, not worth a failed start
}

function refuseMigration(error: Error): never {
  if (error.name === 'AbortError' || error instanceof OperatorFault) throw error;
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
