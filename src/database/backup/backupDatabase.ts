import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { ConnectionTarget } from '../connection.ts';
import { readCatalogue } from './catalogue.ts';
import { recordBackup } from './lastBackup.ts';
import { beginWithLocks } from './replacing.ts';
import { begin, type Watch, withSession } from './session.ts';
import { streamBackup, type WriteChunk, type WrittenBackup, writeBackup } from './writeBackup.ts';

interface BackupOrder {
  /** Where to write it: a file, or a function that takes each piece. */
  to: string | WriteChunk;
  clock: Clock;
  watch: Watch;
  /** Gets a line about what the backup leaves out. */
  warn(line: string): void;
}

/** Writes all rows of all tables of ours as of one moment, while others go on reading and writing. */
export function backupDatabase(
  target: ConnectionTarget,
  { to, clock, watch, warn }: BackupOrder,
): Promise<WrittenBackup | undefined> {
  return withSession(target, 'backup', watch, async (session) => {
    if (target.layout === 'citus') await beginOnAllNodes(target, session, watch);
    // One snapshot for everything. Nothing is locked, so nobody waits.
    else await begin(session, SNAPSHOT);
    const catalogue = { ...(await readCatalogue(session)), layout: target.layout ?? 'single' };
    if (catalogue.others.length > 0)
      warn(`not in the backup, because the service did not make them: ${catalogue.others.join(', ')}`);
    const madeAt = clock();
    const written =
      typeof to === 'string' ? await writeBackup(session, catalogue, { file: to, madeAt, watch }) : undefined;
    if (typeof to !== 'string') await streamBackup(session, catalogue, { write: to, madeAt, watch });
    await session.query('COMMIT');
    await recordBackup(session, madeAt).catch((error: Error) =>
      warn(`warning: the backup is complete, but the database could not record when it was made: ${error.message}`),
    );
    return written;
  });
}

const SNAPSHOT = 'REPEATABLE READ, READ ONLY';

/**
 * Every node of a Citus cluster has a snapshot of its own. So that they are of one moment, they are taken while nobody can write,
 * which lasts for as long as it takes to ask each node something.
 */
function beginOnAllNodes(target: ConnectionTarget, session: pg.Client, watch: Watch): Promise<void> {
  return withSession(target, 'backup', watch, async (holder) => {
    await holder.query(`SET citus.propagate_set_commands = 'local'`); // so that no node waits longer for a lock than this one
    await beginWithLocks(holder, await readCatalogue(holder), 'delete', watch);
    await session.query('SET citus.max_adaptive_executor_pool_size = 1'); // one session per node, and so one snapshot
    await begin(session, SNAPSHOT);
    await session.query('SELECT count(*) FROM trip_status_counts'); // has a part on every node
    await holder.query('ROLLBACK');
  });
}
