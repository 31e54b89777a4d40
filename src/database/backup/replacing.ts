import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { BackupFault } from './backupFault.ts';
import type { Catalogue } from './catalogue.ts';
import { step, type Watch } from './session.ts';

/**
 * How the rows that are there make room.
 *
 * - quietly: DELETE, under a lock that only writers wait for: readers see the old rows until the new ones are committed.
 *   PostgreSQL would look for the trips of every rider that is deleted, in an index that still has all of them: 10 s for 16,000
 *   riders of one account, and four times that for twice as many. So its checks are switched off for this session, which
 *   takes a right that the embedded database's user has, and made at the end for all rows at once.
 * - loudly, where that right is missing: TRUNCATE, which checks nothing row by row and for which readers wait, too.
 */
export type Replacing = 'quietly' | 'loudly';

const LOCK_MODES = { quietly: 'EXCLUSIVE', loudly: 'ACCESS EXCLUSIVE' };

const RIGHT_IS_MISSING = '42501';
/** The lock did not come in time, or never would have: somebody else waits for us. */
const NOT_NOW = new Set(['55P03', '40P01']);

// Short at first, so that a statement which has one of our tables and wants another is not kept for long; then longer than the
// second after which an autovacuum that is in the way is asked to go.
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 3_000;
const PATIENCE_MS = 60_000;

export async function chooseReplacing(session: pg.Client): Promise<Replacing> {
  try {
    await session.query('SET session_replication_role = replica');
    return 'quietly';
  } catch (error) {
    if ((error as pg.DatabaseError).code !== RIGHT_IS_MISSING) throw error;
    return 'loudly';
  }
}

/**
 * Begins the transaction in which everything is replaced, and holds all tables in it. A writer may have one table and want
 * another that is ours by then: so we wait for a short time, let all go and try again, beginning with the table that could not
 * be had. After a few rounds the order is the writers' own, and who comes next waits with empty hands.
 */
export async function beginWithLocks(
  session: pg.Client,
  { tables }: Catalogue,
  replacing: Replacing,
  watch: Watch,
): Promise<void> {
  let names = tables.map(({ qualified }) => qualified).reverse();
  const deadline = performance.now() + PATIENCE_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(1.5 * waitMs, MAX_WAIT_MS)) {
    step(watch, 'waiting for those who write');
    await session.query('BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE');
    await session.query(`SET LOCAL lock_timeout = ${Math.round(waitMs)}`);
    const missing = await lockInOrder(session, names, replacing);
    if (missing === undefined) return void (await session.query('SET LOCAL lock_timeout = 0'));
    await session.query('ROLLBACK');
    if (performance.now() > deadline)
      throw new BackupFault(`${missing} was in use for ${PATIENCE_MS / 1000} s: nothing was changed`);
    names = [missing, ...names.filter((name) => name !== missing)];
    await sleep(Math.random() * waitMs);
  }
}

/** Answers with the table that could not be had in time. */
async function lockInOrder(session: pg.Client, names: string[], replacing: Replacing): Promise<string | undefined> {
  for (const name of names) {
    try {
      await session.query(`LOCK TABLE ONLY ${name} IN ${LOCK_MODES[replacing]} MODE`);
    } catch (error) {
      if (NOT_NOW.has((error as pg.DatabaseError).code ?? '')) return name;
      throw error;
    }
  }
  return undefined;
}

export async function deleteAllRows(session: pg.Client, { tables }: Catalogue, replacing: Replacing): Promise<void> {
  const names = tables.map(({ qualified }) => qualified).reverse();
  if (replacing === 'loudly') await session.query(`TRUNCATE ONLY ${names.join(', ONLY ')}`);
  else for (const name of names) await session.query(`DELETE FROM ONLY ${name}`);
}
