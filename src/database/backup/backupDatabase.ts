import type { Clock } from '../../clock.ts';
import type { ConnectionTarget } from '../connection.ts';
import { readCatalogue } from './catalogue.ts';
import { begin, type Watch, withSession } from './session.ts';
import { type WrittenBackup, writeBackup } from './writeBackup.ts';

export interface BackupOrder {
  file: string;
  clock: Clock;
  watch: Watch;
}

/** Writes all rows of all tables as of one moment, while others go on reading and writing. */
export function backupDatabase(target: ConnectionTarget, { file, clock, watch }: BackupOrder): Promise<WrittenBackup> {
  return withSession(target, 'backup', watch, async (session) => {
    // One snapshot for everything. Nothing is locked, so nobody waits.
    await begin(session, 'REPEATABLE READ, READ ONLY');
    const catalogue = await readCatalogue(session);
    return writeBackup(session, catalogue, { file, madeAt: clock(), watch });
  });
}
