import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * The server itself tracks its users, as advisory locks of one session per user: they vanish with the process that held
 * them, however it died.
 *
 * - Every user holds USERS shared. A user that leaves releases it and then tries to take it exclusively: the one that
 *   succeeds is the last, and stops the server. (In the other order two users that leave together would each see the
 *   other, and nobody would stop it.) A new user that cannot take it shared has met a server that is stopping, and
 *   waits for the next one.
 * - The service holds SERVICE exclusively, so there is never a second service on the same files.
 */
const USERS = 7_247_001;
const SERVICE = 7_247_002;

const WRONG_PASSWORD = '28P01';
/** A server that is starting or stopping, or has no connection left. */
const PASSING = /^57|^53300$/;

export type DatabaseUser = 'service' | 'operator';

type LeaseRefusal = 'not running' | 'wrong password' | 'going down' | Complaint | { servedBy: number | undefined };

/** Why a running server refuses every session. */
export interface Complaint {
  complaint: string;
}

export interface Lease {
  session: pg.Client;
  /** Ends our use. True if nobody else uses the server any more and nobody can begin to. */
  leave(): Promise<boolean>;
}

export async function takeLease(owner: pg.ClientConfig, kind: DatabaseUser): Promise<Lease | LeaseRefusal> {
  const session = new pg.Client({
    ...owner,
    connectionTimeoutMillis: 5_000,
    application_name: `trip-booking-api ${kind} ${process.pid}`,
  });
  session.on('error', () => {}); // its end matters, which the 'end' event announces
  try {
    await session.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return 'not running';
    if (error.code === WRONG_PASSWORD) return 'wrong password';
    return PASSING.test(error.code ?? '') ? 'not running' : { complaint: error.message };
  }
  const refusal = await refuse(session, kind);
  if (refusal === undefined) return { session, leave: () => leaveAsLast(session) };
  await session.end().catch(() => {});
  return refusal;
}

async function refuse(session: pg.Client, kind: DatabaseUser): Promise<LeaseRefusal | undefined> {
  try {
    if (!(await tryLock(session, 'pg_try_advisory_lock_shared', USERS))) return 'going down';
    if (kind === 'service' && !(await becomeTheService(session))) return { servedBy: await servingProcess(session) };
    return undefined;
  } catch {
    return 'going down';
  }
}

async function leaveAsLast(session: pg.Client): Promise<boolean> {
  await session.query('SELECT pg_advisory_unlock_shared($1)', [USERS]);
  return tryLock(session, 'pg_try_advisory_lock', USERS);
}

async function becomeTheService(session: pg.Client): Promise<boolean> {
  // The server may still see a service that was just killed: ask for a second before believing it.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await tryLock(session, 'pg_try_advisory_lock', SERVICE)) return true;
    await sleep(50);
  }
  return false;
}

async function tryLock(session: pg.Client, lockFunction: string, key: number): Promise<boolean> {
  const { rows } = await session.query(`SELECT ${lockFunction}($1) AS taken`, [key]);
  return rows[0].taken;
}

async function servingProcess(session: pg.Client): Promise<number | undefined> {
  const { rows } = await session.query(
    `SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
    [SERVICE],
  );
  const pid = Number(rows[0]?.application_name.split(' ').at(-1));
  return Number.isInteger(pid) ? pid : undefined;
}
