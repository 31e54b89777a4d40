import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import { isFailureOfNode } from '../failures.ts';
import type { Catalogue } from './catalogue.ts';
import { begin, step, type Watch } from './session.ts';

/**
 * How existing rows are removed.
 *
 * - delete: DELETE, under a lock that only writers wait for: readers see the old rows until the new ones are committed.
 *   For every deleted rider PostgreSQL would look for trips in an index that still has all of them: 10 s for 16,000
 *   riders of one account, and four times that for twice as many. So foreign key checks are switched off for this
 *   transaction, which needs a privilege that the embedded database's user has, and made at the end for all rows at once.
 * - truncate, without that privilege: TRUNCATE, which checks nothing row by row, but readers wait too.
 */
export type Replacing = 'delete' | 'truncate';

const WITHOUT_FOREIGN_KEYS = 'SET LOCAL session_replication_role = replica';

export const withoutForeignKeys = (session: pg.Client) => session.query(WITHOUT_FOREIGN_KEYS);

const LOCK_MODES = { delete: 'EXCLUSIVE', truncate: 'ACCESS EXCLUSIVE' };

const INSUFFICIENT_PRIVILEGE = '42501';
/** The lock was not granted in time, or never would be because of a deadlock. */
const LOCK_NOT_GRANTED = new Set(['55P03', '40P01']);

// Short at first, so that a statement that holds one of our tables and wants another is not blocked for long; then
// longer than the second after which PostgreSQL cancels an autovacuum that is in the way.
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 3_000;
const TIMEOUT_MS = 60_000;

export async function chooseReplacing(session: pg.Client): Promise<Replacing> {
  try {
    await session.query(`BEGIN; ${WITHOUT_FOREIGN_KEYS}; ROLLBACK`);
    return 'delete';
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await session.query('ROLLBACK');
    return 'truncate';
  }
}

/**
 * Begins the transaction that replaces everything, and locks all tables in it. A writer may hold one table and want
 * another that we hold: so we wait briefly, release everything and try again, beginning with the table that was
 * missing. After a few rounds our order is that of the writers, and new ones wait without holding anything.
 */
export async function beginWithLocks(
  session: pg.Client,
  { tables }: Catalogue,
  replacing: Replacing,
  watch: Watch,
): Promise<void> {
  let names = tables.map(({ qualified }) => qualified).reverse();
  const deadline = performance.now() + TIMEOUT_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(1.5 * waitMs, MAX_WAIT_MS)) {
    step(watch, 'waiting for writers');
    await begin(session, 'READ COMMITTED, READ WRITE');
    if (replacing === 'delete') await withoutForeignKeys(session);
    await session.query(`SET LOCAL lock_timeout = ${Math.round(waitMs)}`);
    const missing = await lockInOrder(session, names, replacing);
    if (missing === undefined) return void (await session.query('SET LOCAL lock_timeout = 0'));
    await session.query('ROLLBACK');
    if (performance.now() > deadline)
      throw new OperatorFault(`${missing} was in use for ${TIMEOUT_MS / 1000} s: nothing was changed`);
    names = [missing, ...names.filter((name) => name !== missing)];
    await sleep(Math.random() * waitMs);
  }
}

/** Returns the table that could not be locked in time. */
async function lockInOrder(session: pg.Client, names: string[], replacing: Replacing): Promise<string | undefined> {
  for (const name of names) {
    try {
      await session.query(`LOCK TABLE ONLY ${name} IN ${LOCK_MODES[replacing]} MODE`);
    } catch (error) {
      if (LOCK_NOT_GRANTED.has((error as pg.DatabaseError).code ?? '') || isFailureOfNode(error as Error)) return name;
      throw error;
    }
  }
  return undefined;
}

export async function deleteAllRows(session: pg.Client, { tables }: Catalogue, replacing: Replacing): Promise<void> {
  const replaced = tables.filter(({ isAppendOnly }) => !isAppendOnly);
  const names = replaced.map(({ qualified }) => qualified).reverse();
  if (replacing === 'truncate') await session.query(`TRUNCATE ONLY ${names.join(', ONLY ')}`);
  else for (const name of names) await session.query(`DELETE FROM ONLY ${name}`);
}
