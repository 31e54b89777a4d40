import type pg from 'pg';
import { SELECT_TRIP } from '../../src/trips/store/tripColumns.ts';
import type { StatusChangeRow, TripRow } from '../../src/trips/tripRow.ts';

/** What the database holds once all is quiet. */
export interface Snapshot {
  trips: TripRow[];
  history: (Pick<StatusChangeRow, 'status' | 'changedBy'> & { accountId: string; tripId: string; version: number })[];
  riders: { accountId: string; clientId: string; lastName: string }[];
  keys: { accountId: string; key: string; responseBody: string }[];
}

/** Only what the clients made: riders of the accounts' first day are known by their names. */
export async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  return {
    trips: await rows(`SELECT ${SELECT_TRIP} FROM trips t`),
    history:
      await rows(`SELECT account_id AS "accountId", trip_id AS "tripId", version, status, changed_by AS "changedBy"
                           FROM trip_status_history ORDER BY account_id, trip_id, version`),
    riders: await rows(
      `SELECT account_id AS "accountId", client_id AS "clientId", last_name AS "lastName" FROM riders`,
    ),
    keys: await rows(`SELECT account_id AS "accountId", idempotency_key AS key, response_body AS "responseBody"
                        FROM idempotency_keys`),
  };
}
