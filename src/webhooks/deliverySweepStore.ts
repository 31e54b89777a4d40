import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';
import type { OwnEndpoint } from './webhookStore.ts';

// Rows are found first and then deleted by their place: a join could look for them anew for each row of the table.

/** Of disabled endpoints too. Returns how many attempts or deliveries it deleted, at most `limit` of each. */
export async function deleteOldDeliveries(database: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await database.query<{ deleted: number }>({
    text: `WITH attempts AS (
             DELETE FROM webhook_attempts WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM webhook_attempts WHERE attempted_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
              RETURNING 1),
           deliveries AS (
             DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM webhook_deliveries WHERE queued_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
              RETURNING 1)
           SELECT greatest((SELECT count(*) FROM attempts), (SELECT count(*) FROM deliveries)) AS deleted`,
    values: [before, limit],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0]?.deleted ?? 0;
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
