import type { Clock } from '../../clock.ts';
import type { ConnectionTarget } from '../connection.ts';
import { readCatalogue } from './catalogue.ts';
import { recordBackup } from './lastBackup.ts';
import { begin, type Watch, withSession } from './session.ts';
import { streamBackup, type WriteChunk, type WrittenBackup, writeBackup } from './writeBackup.ts';

export interface BackupOrder {
  /** Where to write it: a file, or a function that takes each piece. */
  to: string | WriteChunk;
  clock: Clock;
  watch: Watch;
}

/** Writes all rows of all tables as of one moment, while others go on reading and writing. */
export function backupDatabase(
  target: ConnectionTarget,
  { to, clock, watch }: BackupOrder,
): Promise<WrittenBackup | undefined> {
  return withSession(target, 'backup', watch, async (session) => {
    // One snapshot for everything. Nothing is locked, so nobody waits.
    await begin(session, 'REPEATABLE READ, READ ONLY');
    const catalogue = await readCatalogue(session);
    const madeAt = clock();
    const written =
      typeof to === 'string' ? await writeBackup(session, catalogue, { file: to, madeAt, watch }) : undefined;
    if (typeof to !== 'string') await streamBackup(session, catalogue, { write: to, madeAt, watch });
    await session.query('COMMIT');
    await recordBackup(session, madeAt);
    return written;
  });
}
