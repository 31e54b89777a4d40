import type { Queryable } from '../database/connection.ts';

/** How long requests are kept: a week, as the requests page says. */
export const KEPT_MS = 7 * 86_400_000;

/** One request as shown to the account's owner. */
export interface LoggedRequest {
  entryId: string;
  accountId: string;
  loggedAt: Date;
  requestId: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  ms: number;
}

/** How many requests of an account ended with the same status class within an hour. */
export interface HourlyCount {
  accountId: string;
  hour: Date;
  /** The first digit of the status. */
  statusClass: number;
  requests: number;
  /** How many of them are not in the log. */
  unlogged: number;
}

/** Writes counters and entries of all accounts in one statement, all or nothing. */
export async function writeUsage(
  database: Queryable,
  counts: readonly HourlyCount[],
  entries: readonly LoggedRequest[],
): Promise<void> {
  await database.query({
    name: 'write_usage',
    text: `WITH counted AS (
             INSERT INTO request_counts AS c (account_id, hour, status_class, requests, unlogged)
             SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::smallint[], $4::bigint[], $5::bigint[])
              ORDER BY 1, 2, 3
             ON CONFLICT (account_id, hour, status_class) DO UPDATE
               SET requests = c.requests + excluded.requests, unlogged = c.unlogged + excluded.unlogged)
           INSERT INTO request_log (account_id, logged_at, entry_id, request, method, path, status, code, ms)
           SELECT * FROM unnest($6::text[], $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::text[],
                                $12::smallint[], $13::text[], $14::real[])`,
    values: [
      ...(['accountId', 'hour', 'statusClass', 'requests', 'unlogged'] as const).map((name) =>
        counts.map((count) => count[name]),
      ),
      ...(['accountId', 'loggedAt', 'entryId', 'requestId', 'method', 'path', 'status', 'code', 'ms'] as const).map(
        (name) => entries.map((entry) => entry[name]),
      ),
    ],
  });
}

export async function readHourlyCounts(database: Queryable, accountId: string, from: Date): Promise<HourlyCount[]> {
  const { rows } = await database.query<HourlyCount>({
    name: 'read_hourly_counts',
    text: `SELECT account_id AS "accountId", hour, status_class AS "statusClass", requests, unlogged
             FROM request_counts WHERE account_id = $1 AND hour >= $2 ORDER BY hour, status_class`,
    values: [accountId, from],
  });
  return rows;
}

export interface LogFilter {
  accountId: string;
  statusClass: number | undefined;
  requestId: string | undefined;
}

/**
 * Newest first. The account's entries are read in primary-key order until a page is full. `OFFSET 0` keeps the filters
 * out of that scan: PostgreSQL would expect hardly any matches, and read and sort all entries for every page.
 */
export async function readRequests(
  database: Queryable,
  { accountId, statusClass, requestId }: LogFilter,
  offset: number,
  limit: number,
): Promise<LoggedRequest[]> {
  const { rows } = await database.query<LoggedRequest>({
    name: 'read_requests',
    text: `SELECT account_id AS "accountId", entry_id AS "entryId", logged_at AS "loggedAt", request AS "requestId", method, path,
                  status, code, ms
             FROM (SELECT * FROM request_log WHERE account_id = $1
                    ORDER BY logged_at DESC, entry_id DESC OFFSET 0) AS newest
            WHERE ($2::int IS NULL OR status / 100 = $2) AND ($3::text IS NULL OR request = $3)
            ORDER BY logged_at DESC, entry_id DESC OFFSET $4 LIMIT $5`,
    values: [accountId, statusClass ?? null, requestId ?? null, offset, limit],
  });
  return rows;
}

/** Skips rows that another service is deleting. Returns how many entries or counters it deleted, at most `limit` of each. */
export async function deleteOldUsage(database: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await database.query<{ deleted: number }>({
    text: `WITH entries AS (
             DELETE FROM request_log WHERE (account_id, logged_at, entry_id) IN (
               SELECT account_id, logged_at, entry_id FROM request_log WHERE logged_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
              RETURNING 1),
           counts AS (
             DELETE FROM request_counts WHERE (account_id, hour, status_class) IN (
               SELECT account_id, hour, status_class FROM request_counts WHERE hour < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
              RETURNING 1)
           SELECT greatest((SELECT count(*) FROM entries), (SELECT count(*) FROM counts)) AS deleted`,
    values: [before, limit],
  });
  return rows[0]?.deleted ?? 0;
}

/** Accounts whose counters say that the log may hold more than `most` of their requests. */
export async function listAccountsWithRequests(database: Queryable, most: number): Promise<string[]> {
  const { rows } = await database.query<{ accountId: string }>({
    text: `SELECT account_id AS "accountId" FROM request_counts
            GROUP BY account_id HAVING sum(requests - unlogged) > $1`,
    values: [most],
  });
  return rows.map(({ accountId }) => accountId);
}

/** Keeps the newest `most` entries of an account; returns how many it deleted. */
export async function trimRequests(
  database: Queryable,
  accountId: string,
  most: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await database.query({
    text: `DELETE FROM request_log WHERE account_id = $1 AND ctid = ANY (ARRAY(
             SELECT ctid FROM request_log WHERE account_id = $1
              ORDER BY logged_at DESC, entry_id DESC OFFSET $2 LIMIT $3 FOR UPDATE SKIP LOCKED))`,
    values: [accountId, most, limit],
  });
  return rowCount ?? 0;
}
