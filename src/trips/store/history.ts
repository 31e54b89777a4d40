import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { ChangeAuthor } from '../tripRow.ts';

interface HistoryEntry {
  accountId: string;
  tripId: string;
  /** The trip's own when it got this status. */
  version: number;
  status: TripStatus;
  changedAt: Date;
  changedBy: ChangeAuthor;
  /** Of a change in the dashboard, for the members of the account. */
  memberEmail: string | null;
  /** Of a cancellation. */
  reason: string | null;
  eventNumber: number;
}

export async function addHistoryEntry(transaction: Queryable, entry: HistoryEntry): Promise<void> {
  const { accountId, tripId, version, status, changedAt, changedBy, memberEmail, reason, eventNumber } = entry;
  await transaction.query({
    name: 'add_history_entry',
    text: `INSERT INTO trip_status_history
             (account_id, trip_id, version, status, changed_at, changed_by, member_email, reason, event_number)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [accountId, tripId, version, status, changedAt, changedBy, memberEmail, reason, eventNumber],
  });
}
