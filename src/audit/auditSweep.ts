import type { Queryable } from '../database/connection.ts';
import { deleteInSteps, type IsStopped } from '../sweeping.ts';
import { deleteExpiredAuditEntries } from './auditStore.ts';

/** Deletes entries after twelve months, by the database's clock. */
export async function sweepAudit(database: Queryable, _now: Date, isStopped: IsStopped = () => false): Promise<void> {
  await deleteInSteps((limit) => deleteExpiredAuditEntries(database, limit), isStopped);
}
