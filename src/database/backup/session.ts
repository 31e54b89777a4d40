import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import type { ConnectionTarget } from '../connection.ts';
import { MIGRATION_LOCK } from '../migrate.ts';

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
 * Settings that must not depend on the server's configuration: values have one exact text, a row hidden by a policy
 * fails the backup instead of missing from it, and a step may take long. But a suspended process must not block writers
 * for ever: five minutes are more than any disk needs for one step.
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
  row_security: 'off',
};

// A migration or another backup takes seconds; polling this often costs nothing.
const ASK_AGAIN_MS = 200;

/**
 * A separate connection without the timeouts for requests. While it is open no migration runs: backups and checks share
 * the migrations' lock, a restore or a repair holds it exclusively.
 */
export async function withSession<Result>(
  target: ConnectionTarget,
  purpose: 'backup' | 'restore' | 'check' | 'repair',
  watch: Watch,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = new pg.Client({
    ...target,
    application_name: `trip-booking-api ${purpose}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  session.on('error', () => {}); // a connection lost while a query runs rejects that query
  await session.connect();
  try {
    for (const [name, value] of Object.entries(SETTINGS)) await session.query(`SET ${name} = '${value}'`);
    const takeLock = ['restore', 'repair'].includes(purpose) ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
    while (!(await isTaken(session, takeLock))) {
      step(watch, 'waiting for a migration, a backup or a restore in progress');
      await sleep(ASK_AGAIN_MS);
    }
    return await work(session);
  } finally {
    await session.end().catch(() => {});
  }
}

async function isTaken(session: pg.Client, takeLock: string): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(`SELECT ${takeLock}($1) AS taken`, [MIGRATION_LOCK]);
  return rows[0]?.taken === true;
}
