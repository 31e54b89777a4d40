import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { OperatorFault } from '../fault.ts';
import { type ConnectionTarget, connectTo } from './connect.ts';
import type { Queryable } from './connection.ts';
import { SESSION_SETTINGS } from './sessionSettings.ts';

const POOLER_FOUND =
  'DATABASE_URL leads to a connection pooler: set DATABASE_POOLER=transaction, or use an address that leads to PostgreSQL itself';
/** PgBouncer's refusal has no code of its own. */
const REFUSED_PARAMETER = /unsupported startup parameter/;

/**
 * Refuses a pooler that we were not told of. Named statements would fail in it, and settings would get lost: it refuses
 * the settings that a session starts with, or drops them.
 */
export async function expectNoPooler(target: ConnectionTarget): Promise<void> {
  const mark = randomUUID();
  try {
    const probe = await connectTo(target, {}, { 'trip_booking_api.start': mark });
    try {
      const { rows } = await probe.query(`SELECT current_setting('trip_booking_api.start', true) AS mark`);
      if (rows[0]?.mark !== mark) throw new OperatorFault(POOLER_FOUND);
    } finally {
      await probe.end().catch(() => {});
    }
  } catch (error) {
    throw REFUSED_PARAMETER.test((error as Error).message) ? new OperatorFault(POOLER_FOUND) : error;
  }
}

/**
 * Puts the settings of a session on our role, for this database only, since a pooler passes none on. The server's
 * connections that the pooler opened before do not have them; those that are idle are closed, and it opens new ones.
 */
export async function putSettingsOnRole(target: ConnectionTarget, log: Pick<Logger, 'info'>): Promise<void> {
  const session = await connectTo(target, {});
  try {
    const missing = await settingsNotOnRole(session);
    if (missing.length === 0) return;
    const [{ place } = { place: '' }] = await rowsOf<{ place: string }>(
      session,
      `SELECT format('%I IN DATABASE %I', current_user, current_database()) AS place`,
    );
    for (const [name, value] of missing) await session.query(`ALTER ROLE ${place} SET ${name} = '${value}'`);
    log.info({ settings: Object.fromEntries(missing) }, 'settings of every session were put on the database role');
    await closeIdleSessions(session);
  } finally {
    await session.end().catch(() => {});
  }
}

async function settingsNotOnRole(session: pg.Client): Promise<[string, string][]> {
  const [{ settings } = { settings: [] }] = await rowsOf<{ settings: string[] }>(
    session,
    `SELECT coalesce((SELECT setconfig FROM pg_db_role_setting
                       WHERE setrole = current_user::regrole
                         AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())), '{}') AS settings`,
  );
  return Object.entries(SESSION_SETTINGS).filter(([name, value]) => !settings.includes(`${name}=${value}`));
}

/** Closes idle sessions of this role in this database that came through this pooler. Our own is the last one. */
async function closeIdleSessions(session: pg.Client): Promise<void> {
  await session
    .query(`
      SELECT pg_terminate_backend(other.pid)
        FROM pg_stat_activity AS own
        JOIN pg_stat_activity AS other USING (datid, usesysid)
       WHERE own.pid = pg_backend_pid() AND own.client_addr IS NOT DISTINCT FROM other.client_addr
         AND (other.state = 'idle' OR other.pid = own.pid)
       ORDER BY other.pid = own.pid`)
    .catch((error: Error) => {
      if (!(error instanceof pg.DatabaseError) && !/terminated/.test(error.message)) throw error;
    });
}

/** The server's connections may still lack the settings, for example those that were busy when the role got them. */
export async function expectSettings(database: Queryable): Promise<void> {
  const names = Object.keys(SESSION_SETTINGS);
  const { rows } = await database.query<{ name: string; value: string }>({
    text: `SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name`,
    values: [names],
  });
  const wrong = rows.filter(({ name, value }) => value !== SESSION_SETTINGS[name as keyof typeof SESSION_SETTINGS]);
  if (wrong.length === 0) return;
  throw new OperatorFault(
    `the pooler's connections to the database lack the settings of its role (${wrong.map(({ name, value }) => `${name} is ${value}`).join(', ')}): run RECONNECT in PgBouncer's console, then start again`,
  );
}

const rowsOf = async <Row extends pg.QueryResultRow>(session: pg.Client, text: string) =>
  (await session.query<Row>(text)).rows;
