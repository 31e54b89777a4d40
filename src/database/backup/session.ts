import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import { ACCOUNTS_SETTING } from '../accountPolicy.ts';
import { type ConnectionTarget, connectTo } from '../connect.ts';
import { watchLocks } from '../lockWatch.ts';
import { tryMigrationLock } from '../migrationLock.ts';
import { asStatements } from '../sessionSettings.ts';

/** For whoever started a backup or a restore: shows its progress, and can abort it. */
export interface Watch {
  progress(text: string): void;
  signal: AbortSignal;
}

/** Called between two steps: reports the progress, or ends the work if it was aborted. */
export function step({ progress, signal }: Watch, text: string): void {
  if (signal.aborted) throw new OperatorFault('aborted: nothing was changed');
  progress(text);
}

/**
 * Settings that must not depend on the server's configuration: values have one exact text, all accounts are meant, and a
 * step may take long. But a suspended process must not block writers for ever: five minutes are more than any disk needs
 * for one step.
 */
const SETTINGS = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '5min',
  extra_float_digits: '1',
  bytea_output: 'hex',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  [ACCOUNTS_SETTING]: '*',
};

// A migration or another backup takes seconds; polling this often costs nothing.
const ASK_AGAIN_MS = 200;
const LOOK_MS = 3_000;

/**
 * A connection without the timeouts for requests. While it is open no migration runs: backups and checks share the
 * migrations' lock, a restore or a repair holds it exclusively.
 */
export async function withSession<Result>(
  target: ConnectionTarget,
  purpose: 'backup' | 'restore' | 'check' | 'repair',
  watch: Watch,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const application = `trip-booking-api ${purpose}`;
  const connect = () =>
    connectTo(target, {
      application_name: application,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
  const lock = await connect();
  try {
    const mode = ['restore', 'repair'].includes(purpose) ? 'exclusive' : 'shared';
    while (!(await tryMigrationLock(lock, mode, SETTINGS.idle_in_transaction_session_timeout))) {
      step(watch, 'waiting for a migration, a backup or a restore in progress');
      await sleep(ASK_AGAIN_MS);
    }
    const session = await connect();
    lock.once('end', () => void session.end());
    const watcher = await connect();
    const sayWaiting = (holders: string[]) => watch.progress(`waiting for ${holders.join(', ')}`);
    const ended = () => Promise.all([session.end(), watcher.end()]).catch(() => {});
    return await watchLocks(watcher, application).during(LOOK_MS, sayWaiting, work(session)).finally(ended);
  } finally {
    await lock.end().catch(() => {});
  }
}

export async function inTransaction<Result>(
  session: pg.Client,
  mode: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await begin(session, mode);
  const result = await work();
  await session.query('COMMIT');
  return result;
}

/** Begins a transaction with these settings: a pooler gives the next one another session, and this one to somebody else. */
export async function begin(session: pg.Client, mode: string): Promise<void> {
  await session.query(`BEGIN ISOLATION LEVEL ${mode}; ${asStatements(SETTINGS)}`);
}
