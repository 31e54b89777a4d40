import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LockWatch } from './lockWatch.ts';
import { asStatements } from './sessionSettings.ts';

export interface Migration {
  name: string;
  sql: string;
  /** False for what can be seen in the database itself. */
  isRecorded?: boolean;
}

export type MigrationLog = Pick<Logger, 'info' | 'warn'>;

interface MigrationSession {
  client: pg.Client;
  watch: LockWatch;
  log: MigrationLog;
  signal: AbortSignal | undefined;
  timeoutMs: number;
}

/**
 * A migration that begins with this line runs outside a transaction: its statements are sent one by one, and all again
 * if it was interrupted. It is for indexes on tables in use, which only CREATE INDEX CONCURRENTLY builds without
 * blocking writers.
 */
const OUTSIDE_A_TRANSACTION = /^-- outside a transaction\r?\n/;

/**
 * While a migration waits for its table, every later request for that table queues behind it, so it gives up soon and
 * tries again. First half a second: less than PostgreSQL's deadlock_timeout of one second, so that it is never a
 * request that is cancelled (60 migrations that lock two tables, under load: with two seconds 51 requests were refused,
 * with half a second none). After six tries two seconds: longer than that timeout, after which autovacuum yields, and
 * less than the five seconds that a request waits.
 */
const lockTimeoutMs = (attempt: number) => (attempt < 6 ? 500 : 2_000);
/** From half a second to 15 s: behind a long-held lock, requests then wait an eighth of the time. */
const pauseMs = (attempt: number) => Math.min(500 * 2 ** attempt, 15_000);
const REMIND_EVERY_MS = 10_000;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const CANCELLED = '57014';

/**
 * A migration may take long, but a process that hangs must not block the others; one at work is silent at most for the
 * pause between two tries.
 */
export const PATIENT = { statement_timeout: '0', idle_in_transaction_session_timeout: '20s' };

/** Applies one migration and records it, retrying until it gets its locks. */
export async function applyMigration(migration: Migration, session: MigrationSession): Promise<void> {
  const { log, signal, timeoutMs } = session;
  const { name } = migration;
  const apply = OUTSIDE_A_TRANSACTION.test(migration.sql) ? applyOutside : applyInside;
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    let waitsFor: string[] = [];
    try {
      return await apply(migration, session, attempt, (holders) => {
        waitsFor = holders;
      });
    } catch (error) {
      if (!isWorthRetrying((error as pg.DatabaseError).code, attempt)) throw named(name, error);
      if (performance.now() - startedAt + pauseMs(attempt) > timeoutMs) throw named(name, error, waitsFor);
    }
    log.warn({ migration: name, waitsFor, pauseMs: pauseMs(attempt) }, 'a migration could not get its lock; retrying');
    await sleep(pauseMs(attempt), undefined, { signal });
  }
}

const isWorthRetrying = (code: string | undefined, attempt: number) =>
  code === LOCK_NOT_AVAILABLE || code === DEADLOCK || (code === CANCELLED && attempt < 3);

type OnWaiting = (holders: string[]) => void;

/**
 * One message for the whole transaction: once sent, the server commits or rolls it back whatever happens to this
 * process, and no table stays locked by a process that is gone or hangs.
 */
async function applyInside(migration: Migration, session: MigrationSession, attempt: number, onWaiting: OnWaiting) {
  const { client, watch } = session;
  const lockTimeout = lockTimeoutMs(attempt);
  const settings = asStatements({ ...PATIENT, lock_timeout: `${lockTimeout}` });
  const transaction = client.query(
    ['BEGIN', settings, migration.sql, recordOf(client, migration), 'COMMIT'].join('\n;'),
  );
  try {
    await watch.during(lockTimeout / 2, onWaiting, transaction);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // the connection itself may have failed
    throw error;
  }
}

/**
 * Its waiting blocks nobody, so it may use the whole time limit at once: its session starts with it. Behind a pooler it
 * has the statement timeout of requests, since a setting for longer than a transaction would stay in the session, for
 * whoever gets it next. That suffices for tables that are not large.
 */
async function applyOutside(migration: Migration, session: MigrationSession, _: number, onWaiting: OnWaiting) {
  const { client, watch, log } = session;
  const tell = (waitsFor: string[]) => {
    onWaiting(waitsFor);
    log.warn({ migration: migration.name, waitsFor }, 'a migration is waiting for locks');
  };
  for (const statement of statementsOf(migration.sql))
    await watch.during(REMIND_EVERY_MS, tell, client.query(statement));
  await client.query(recordOf(client, migration));
}

const recordOf = (client: pg.Client, { name, isRecorded = true }: Migration) =>
  isRecorded ? `INSERT INTO migrations (name) VALUES (${client.escapeLiteral(name)})` : '';

/** Statements end with a semicolon at the end of a line. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '');

function named(migration: string, error: unknown, waitsFor: string[] = []): Error {
  const behind = waitsFor.length > 0 ? `; it waited for ${waitsFor.join(' and ')}` : '';
  const advice =
    (error as pg.DatabaseError).code === CANCELLED
      ? '; behind a pooler, run npm run -s trips -- migrate once with a DATABASE_URL that leads to PostgreSQL itself'
      : '';
  return new Error(`${migration}: ${(error as Error).message}${behind}${advice}`, { cause: error });
}
