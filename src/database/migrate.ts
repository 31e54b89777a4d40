import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorFault } from '../fault.ts';
import { findMissingPolicies } from './accountPolicy.ts';
import { applyMigration, type Migration, type MigrationLog, PATIENT } from './applyMigration.ts';
import { type ConnectionTarget, connectTo } from './connect.ts';
import type { Queryable } from './connection.ts';
import { distributeTables, hasAccounts, isLaidOut } from './layout/distribute.ts';
import { advisoryLockHolders, watchLocks } from './lockWatch.ts';
import { readMigrations } from './migrationFiles.ts';
import { MIGRATION_LOCK, tryMigrationLock } from './migrationLock.ts';

/** How long a start waits for its turn, and each migration for its locks: after ten minutes a person should look. */
const TIMEOUT_MS = 600_000;
const ASK_AGAIN_MS = 200;
const REMIND_EVERY_MS = 10_000;
const APPLICATION = 'trip-booking-api migrations';
const SILENCE: MigrationLog = { info() {}, warn() {} };

export interface MigrateOptions {
  log?: MigrationLog;
  /** Ends the waiting. A migration that is running is still committed or rolled back by the server. */
  signal?: AbortSignal | undefined;
  directory?: string;
  /** Apply these at most. */
  only?: string[];
  timeoutMs?: number;
  /** Also apply the contract migrations, which the previous release cannot run with. An empty database gets them at once. */
  contract?: boolean;
  /** Refuse a database of an older release, which may be running: migrate one without accounts only. */
  refusesOlder?: boolean;
  /** Also distribute the tables of a database that is in use on one PostgreSQL, if the target is a Citus cluster. */
  mayMove?: boolean;
}

/**
 * Applies the migrations that the database lacks, in order, each exactly once: processes that start together take
 * turns. Each migration commits separately, so that no table stays locked while the next one waits. Migrations unknown
 * to this release are ignored: an older process may run beside a newer one during a deployment. Then every table of ours
 * with an account gets its policy, if it does not have it yet.
 */
export async function migrate(target: ConnectionTarget, options: MigrateOptions = {}): Promise<string[]> {
  const { signal } = options;
  signal?.throwIfAborted();
  const turn = await connect(target);
  const breakOff = () => void turn.end();
  signal?.addEventListener('abort', breakOff);
  try {
    return await migrateInTurn(turn, target, options);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', breakOff);
    await turn.end();
  }
}

async function migrateInTurn(turn: pg.Client, target: ConnectionTarget, options: MigrateOptions): Promise<string[]> {
  const { log = SILENCE, signal, directory, only, timeoutMs = TIMEOUT_MS, contract = false } = options;
  const available = readMigrations(directory).filter(({ name }) => only?.includes(name) ?? true);
  const { layout = 'single' } = target;
  const laidOut = (database: Queryable) => isLaidOut(database, layout, options.mayMove);
  // A Citus cluster has none: its nodes do not pass on the setting that they compare rows with.
  const missingPolicies = async (database: Queryable) =>
    layout === 'citus' ? [] : await findMissingPolicies(database);
  const isDone = async () =>
    (await laidOut(turn)) &&
    [...(await dueMigrations(turn, available, contract)), ...(await missingPolicies(turn))].length === 0;
  if (!(await takeTurn(turn, { isDone, log, signal, timeoutMs }))) return [];
  // They end with the turn: without its lock, another process may migrate.
  const duringTurn = async (settings?: Record<string, string>) => {
    const session = await connect(target, settings);
    turn.once('end', () => void session.end());
    return session;
  };
  const watcher = await duringTurn();
  const client = await duringTurn({ ...PATIENT, lock_timeout: `${timeoutMs}` });
  try {
    await client.query(`
      CREATE TABLE IF NOT EXISTS migrations (
        name text COLLATE "C" PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
    const due = await dueMigrations(client, available, contract);
    if (options.refusesOlder && due.length > 0 && (await hasAccounts(client))) throw olderRelease(due.length);
    const watch = watchLocks(watcher, APPLICATION);
    const apply = (migration: Migration) => applyMigration(migration, { client, watch, log, signal, timeoutMs });
    for (const migration of due) await apply(migration);
    for (const protection of await missingPolicies(client)) await apply(protection);
    if (!(await laidOut(client))) {
      const distributed = await distributeTables(client);
      log.info({ distributed }, 'tables distributed over the Citus cluster');
    }
    return due.map(({ name }) => name);
  } finally {
    await Promise.all([client.end(), watcher.end()]);
  }
}

const olderRelease = (due: number) =>
  new OperatorFault(
    `the database belongs to an older release (pending migrations: ${due}): use that release's command, or run npm run -s trips -- migrate first`,
  );

/** Separate connections, because a long migration must not meet the timeouts for requests. */
const connect = (target: ConnectionTarget, settings: Record<string, string> = {}): Promise<pg.Client> =>
  connectTo(target, { application_name: APPLICATION }, settings);

interface Turn {
  isDone(): Promise<boolean>;
  log: MigrationLog;
  signal: AbortSignal | undefined;
  timeoutMs: number;
}

/**
 * Resolves with true once it is this process's turn, until it disconnects; with false if there is nothing left to do.
 *
 * It polls instead of queueing for the lock: a queued process has a statement in progress, and the CREATE INDEX
 * CONCURRENTLY of the lock's holder waits for all such statements, so each would wait for the other.
 */
async function takeTurn(client: pg.Client, { isDone, log, signal, timeoutMs }: Turn): Promise<boolean> {
  const startedAt = performance.now();
  for (let remindAt = startedAt; ; await sleep(ASK_AGAIN_MS, undefined, { signal })) {
    if (await isDone()) return false;
    if (await tryMigrationLock(client, 'exclusive', PATIENT.idle_in_transaction_session_timeout)) return true;
    const now = performance.now();
    if (now < remindAt && now - startedAt < timeoutMs) continue;
    const waitsFor = await advisoryLockHolders(client, MIGRATION_LOCK);
    if (now - startedAt >= timeoutMs)
      throw new Error(`timed out waiting for another migration: ${waitsFor.join(' and ')}`);
    log.info({ waitsFor }, 'waiting for another process to migrate the database');
    remindAt = now + REMIND_EVERY_MS;
  }
}

const isContract = ({ sql }: Migration) => /^-- contract: /m.test(sql);

/** What the database lacks. Contract migrations wait until they are asked for, unless nobody can be using the database yet. */
async function dueMigrations(client: Queryable, available: Migration[], contract: boolean): Promise<Migration[]> {
  const missing = await missingMigrations(client, available);
  return contract || !(await hasAccounts(client)) ? missing : missing.filter((migration) => !isContract(migration));
}

async function missingMigrations(database: Queryable, available: Migration[]): Promise<Migration[]> {
  if (!(await isThere(database, 'migrations'))) return available;
  const { rows } = await database.query<{ name: string }>({ text: 'SELECT name FROM migrations' });
  const applied = new Set(rows.map(({ name }) => name));
  return available.filter(({ name }) => !applied.has(name));
}

async function isThere(database: Queryable, table: string): Promise<boolean> {
  const { rows } = await database.query<{ there: boolean }>({
    text: 'SELECT to_regclass($1) IS NOT NULL AS there',
    values: [table],
  });
  return rows[0]?.there === true;
}

/** Whether a migration that a database lacks is one of this release's contracts. */
export const isContractName = (name: string): boolean =>
  readMigrations().some((migration) => migration.name === name && isContract(migration));

/** How many migrations the database has, and how many of this release's contract migrations wait to be asked for. */
export async function countMigrations(database: Queryable): Promise<{ applied: number; waiting: number }> {
  const { rows } = await database.query<{ applied: number }>({ text: 'SELECT count(*) AS applied FROM migrations' });
  return { applied: rows[0]?.applied ?? 0, waiting: (await waitingContracts(database)).length };
}

/** What a start would apply. */
export const findDueMigrations = (database: Queryable): Promise<Migration[]> =>
  dueMigrations(database, readMigrations(), false);

/** The contract migrations that this database still lacks. */
export async function waitingContracts(database: Queryable): Promise<string[]> {
  const missing = await missingMigrations(database, readMigrations());
  return missing.filter(isContract).map(({ name }) => name);
}
