import { rm } from 'node:fs/promises';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { OperatorFault } from '../../fault.ts';
import type { ConnectionTarget } from '../connection.ts';
import { expectOwner } from '../privileges.ts';
import type { Contents } from './backupReader.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { changed, checkFits, checkReferences, loadRows } from './loadRows.ts';
import { type BackupSource, openBackup, readBackup } from './readBackup.ts';
import { beginWithLocks, chooseReplacing, deleteAllRows, type Replacing } from './replacing.ts';
import { step, type Watch, withSession } from './session.ts';
import { closeAgain, rememberClosed, type StillClosed } from './stayClosed.ts';
import { writeBackup } from './writeBackup.ts';

interface RestoreOrder {
  file: string;
  /** The file for the rows that are replaced. */
  replacedFile(now: Date): string;
  clock: Clock;
  watch: Watch;
  /** Also what was closed since the backup comes back: keys, passwords, members, webhook endpoints. */
  revivesKeys: boolean;
}

interface Restored {
  file: string;
  madeAt: string;
  tables: Record<string, number>;
  /** The backup of the replaced rows; null if there were none. */
  replaced: string | null;
  /** What was closed since the backup and stayed closed; null if it was to come back. */
  stillClosed: StillClosed | null;
}

/**
 * Replaces all rows by those of a backup, in one transaction: a running service sees either the old state or the new
 * one. The file is verified before anything changes, and the replaced rows are saved to a file first.
 */
export async function restoreDatabase(target: ConnectionTarget, order: RestoreOrder): Promise<Restored> {
  const { file, watch } = order;
  if (target.layout === 'citus')
    throw new OperatorFault(
      'the tables are distributed already: restore the backup into a new database of the coordinator with DATABASE_LAYOUT=single, and distribute that one with npm run -s trips -- migrate --layout citus',
    );
  const source = await openBackup(file);
  try {
    const contents = await readBackup(source, () => step(watch, 'verifying the backup'));
    await expectOwner(target, 'restore');
    const { replaced, stillClosed } = await withSession(target, 'restore', watch, async (session) => {
      const catalogue = await readCatalogue(session);
      checkFits(contents, catalogue, file);
      const replacing = await chooseReplacing(session);
      await beginWithLocks(session, catalogue, replacing, watch);
      return replaceAll({ session, catalogue, replacing, source, contents, order });
    });
    return { file, madeAt: contents.madeAt, tables: contents.rows, replaced, stillClosed };
  } finally {
    await source.handle.close();
  }
}

interface Replacement {
  session: pg.Client;
  catalogue: Catalogue;
  replacing: Replacing;
  source: BackupSource;
  contents: Contents;
  order: RestoreOrder;
}

async function replaceAll(replacement: Replacement): Promise<Pick<Restored, 'replaced' | 'stillClosed'>> {
  const { session, order } = replacement;
  const replaced = await keepRows(replacement);
  let stillClosed: StillClosed | null;
  try {
    stillClosed = await exchangeRows(replacement);
  } catch (error) {
    await session.query('ROLLBACK').catch(() => {});
    if (replaced !== null) await rm(replaced, { force: true }); // nothing was replaced
    throw error;
  }
  await session.query('COMMIT').catch((error: Error) => {
    throw commitFault(error, order.file, replaced);
  });
  return { replaced, stillClosed };
}

/** Writers are blocked by now, so this includes the last booking. */
async function keepRows({ session, catalogue, order }: Replacement): Promise<string | null> {
  if (await isEmpty(session, catalogue)) return null;
  const now = order.clock();
  const { file } = await writeBackup(session, catalogue, {
    file: order.replacedFile(now),
    madeAt: now,
    watch: order.watch,
  });
  return file;
}

async function isEmpty(session: pg.Client, { tables }: Catalogue): Promise<boolean> {
  const kept = tables.filter(({ isKept }) => isKept);
  const parts = kept.map(({ qualified }) => `EXISTS (SELECT FROM ONLY ${qualified})`);
  const { rows } = await session.query<{ filled: boolean }>(`SELECT ${parts.join(' OR ')} AS filled`);
  return rows[0]?.filled === false;
}

/** For the audit log of every account. */
const RECORD_RESTORE = `
  INSERT INTO audit_log (account_id, entry_id, actor, action, subject)
  SELECT account_id, substr(md5(account_id || clock_timestamp()), 1, 24), 'OPERATOR', 'BACKUP_RESTORED',
         $1::json
    FROM accounts`;

async function exchangeRows({
  session,
  catalogue,
  replacing,
  source,
  contents,
  order,
}: Replacement): Promise<StillClosed | null> {
  if (!order.revivesKeys) await rememberClosed(session);
  await deleteAllRows(session, catalogue, replacing);
  const loaded = await loadRows(session, catalogue, source, contents, order.watch);
  if (loaded.sha256 !== contents.sha256) throw changed(source);
  // Backups contain no counts; before `--contract`, triggers have also counted the loaded rows.
  await session.query('SELECT recount_trips()');
  // A backup of 1.0 has owners instead of members.
  await session.query('SELECT pair_owners_with_members()');
  const stillClosed = order.revivesKeys ? null : await closeAgain(session, contents.madeAt);
  // Whoever was erased since the backup stays erased.
  await session.query('SELECT erase_again()');
  const restored = { madeAt: contents.madeAt, ...(order.revivesKeys && { option: '--revive-keys' }) };
  await session.query({ text: RECORD_RESTORE, values: [restored] });
  // Before the commit, so that the first statement on the new rows has statistics.
  await session.query(`ANALYZE ${catalogue.tables.map(({ qualified }) => qualified).join(', ')}`);
  if (replacing === 'delete') await checkReferences(session, catalogue);
  step(order.watch, 'committing');
  return stillClosed;
}

function commitFault(error: Error, file: string, replaced: string | null): OperatorFault {
  const before = replaced === null ? '' : `; the replaced rows are in ${replaced}`;
  return new OperatorFault(
    `the database did not confirm the commit (${error.message}): ${file} is restored completely or not at all${before}`,
  );
}
