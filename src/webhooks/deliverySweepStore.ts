import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';
import { deleteSome } from '../database/deleteSome.ts';
import type { OwnEndpoint } from './webhookStore.ts';

const OLD_DELIVERIES = [
  { table: 'webhook_attempts', key: 'account_id, endpoint_id, attempted_at, attempt_id', where: 'attempted_at < $2' },
  { table: 'webhook_deliveries', key: 'account_id, endpoint_id, trip_id, version', where: 'queued_at < $2' },
];

/** Also for disabled endpoints. Returns how many attempts or deliveries it deleted, at most `limit` of each. */
export async function deleteOldDeliveries(database: Queryable, before: Date, limit: number): Promise<number> {
  let most = 0;
  for (const rows of OLD_DELIVERIES)
    most = Math.max(most, await deleteSome(database, { ...rows, values: [before] }, limit));
  return most;
}

/** Endpoints whose log holds more than `most` attempts. */
export async function listEndpointsWithLongLogs(database: Queryable, most: number): Promise<OwnEndpoint[]> {
  const { rows } = await database.query<OwnEndpoint>({
    text: `SELECT account_id AS "accountId", endpoint_id AS "endpointId" FROM webhook_attempts
            GROUP BY account_id, endpoint_id HAVING count(*) > $1`,
    values: [most],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** Keeps the newest `most` attempts of an endpoint; returns how many it deleted. */
export async function trimAttempts(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  most: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await database.query({
    text: `DELETE FROM webhook_attempts
            WHERE account_id = $1 AND endpoint_id = $2 AND ctid = ANY (ARRAY(
              SELECT ctid FROM webhook_attempts WHERE account_id = $1 AND endpoint_id = $2
               ORDER BY attempted_at DESC, attempt_id DESC OFFSET $3 LIMIT $4 FOR UPDATE SKIP LOCKED))`,
    values: [accountId, endpointId, most, limit],
  });
  return rowCount ?? 0;
}
