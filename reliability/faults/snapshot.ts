import type pg from 'pg';
import { TRIP_AS_JSON, type TripInJson, tripRow } from '../../src/trips/store/tripColumns.ts';
import type { StatusChangeRow, TripRow } from '../../src/trips/tripRow.ts';

/** What the database holds once all is quiet. */
export interface Snapshot {
  trips: TripRow[];
  history: (Pick<StatusChangeRow, 'status' | 'changedBy'> & { accountId: string; tripId: string; version: number })[];
  riders: { accountId: string; clientId: string; lastName: string }[];
  keys: { accountId: string; key: string; responseBody: string }[];
}

/** The accounts are drivers, so each drives the trips that it books. */
const BOOKING_RESPONSE = `'{"success":true,"message":"Trip created","data":{' || t.fixed_members
  || ',"executorId":"' || t.account_id || '","status":"CONFIRMED","isPaid":false}}'`;

/** Only what the clients made: riders of the accounts' first day are known by their names. */
export async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  return {
    trips: (await rows<{ row: TripInJson }>(`SELECT ${TRIP_AS_JSON} AS row FROM trips t`)).map(({ row }) =>
      tripRow(row),
    ),
    history:
      await rows(`SELECT account_id AS "accountId", trip_id AS "tripId", version, status, changed_by AS "changedBy"
                           FROM trip_status_history ORDER BY account_id, trip_id, version`),
    riders: await rows(
      `SELECT account_id AS "accountId", client_id AS "clientId", last_name AS "lastName" FROM riders`,
    ),
    keys: await rows(`SELECT k.account_id AS "accountId", k.idempotency_key AS key,
                             coalesce(k.response_body, ${BOOKING_RESPONSE}) AS "responseBody"
                        FROM idempotency_keys k LEFT JOIN trips t ON t.account_id = k.account_id AND t.trip_id = k.trip_id`),
  };
}
