import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';
import { deleteSome } from '../database/deleteSome.ts';

/** How long requests are kept: a week, as the requests page says. */
export const KEPT_MS = 7 * 86_400_000;

/** One request as shown to the account's members. */
export interface LoggedRequest {
  entryId: string;
  accountId: string;
  /** Null for a request that release 1.0 logged. */
  keyId: string | null;
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

/** How many requests were made with a key within an hour. */
export interface KeyCount {
  accountId: string;
  keyId: string;
  hour: Date;
  requests: number;
}

/** Requests to add to the counters. */
interface UsageCounts {
  hours: readonly HourlyCount[];
  keys: readonly KeyCount[];
}

/** Writes counters and entries of all accounts in one statement, all or nothing. */
export async function writeUsage(
  database: Queryable,
  { hours, keys }: UsageCounts,
  entries: readonly LoggedRequest[],
): Promise<void> {
  await database.query({
    name: 'write_usage',
    text: `WITH counted AS (
             INSERT INTO request_counts AS c (account_id, hour, status_class, requests, unlogged)
             SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::smallint[], $4::bigint[], $5::bigint[])
              ORDER BY 1, 2, 3
             ON CONFLICT (account_id, hour, status_class) DO UPDATE
               SET requests = c.requests + excluded.requests, unlogged = c.unlogged + excluded.unlogged),
           counted_by_key AS (
             INSERT INTO key_request_counts AS k (account_id, key_id, hour, requests)
             SELECT * FROM unnest($6::text[], $7::text[], $8::timestamptz[], $9::bigint[]) ORDER BY 1, 2, 3
             ON CONFLICT (account_id, key_id, hour) DO UPDATE SET requests = k.requests + excluded.requests)
           INSERT INTO request_log (account_id, key_id, logged_at, entry_id, request, method, path, status, code, ms)
           SELECT * FROM unnest($10::text[], $11::text[], $12::timestamptz[], $13::text[], $14::text[], $15::text[],
                                $16::text[], $17::smallint[], $18::text[], $19::real[])`,
    values: [
      ...columnsOf(hours, ['accountId', 'hour', 'statusClass', 'requests', 'unlogged']),
      ...columnsOf(keys, ['accountId', 'keyId', 'hour', 'requests']),
      ...columnsOf(entries, [
        ...(['accountId', 'keyId', 'loggedAt', 'entryId', 'requestId', 'method', 'path'] as const),
        ...(['status', 'code', 'ms'] as const),
      ]),
    ],
    actsFor: [...new Set([...hours, ...keys, ...entries].map(({ accountId }) => accountId))],
  });
}

const columnsOf = <Row>(rows: readonly Row[], names: readonly (keyof Row)[]) =>
  names.map((name) => rows.map((row) => row[name]));

/** The requests of a key in the last day and the last week. */
export interface KeyUsage {
  keyId: string;
  lastDay: number;
  lastWeek: number;
}

/** Only keys that were used. An hour counts if it has begun since `weekAgo` or `dayAgo`. */
export async function readKeyUsage(
  database: Queryable,
  accountId: string,
  { dayAgo, weekAgo }: { dayAgo: Date; weekAgo: Date },
): Promise<KeyUsage[]> {
  const { rows } = await database.query<KeyUsage>({
    name: 'read_key_usage',
    text: `SELECT key_id AS "keyId", coalesce(sum(requests) FILTER (WHERE hour >= $2), 0)::bigint AS "lastDay",
                  sum(requests)::bigint AS "lastWeek"
             FROM key_request_counts WHERE account_id = $1 AND hour >= $3 GROUP BY key_id`,
    values: [accountId, dayAgo, weekAgo],
  });
  return rows;
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

interface LogFilter {
  accountId: string;
  statusClass: number | undefined;
  requestId: string | undefined;
}

const ENTRY = `account_id AS "accountId", key_id AS "keyId", entry_id AS "entryId", logged_at AS "loggedAt",
  request AS "requestId", method, path, status, code, ms`;

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
    text: `SELECT ${ENTRY}
             FROM (SELECT * FROM request_log WHERE account_id = $1
                    ORDER BY logged_at DESC, entry_id DESC OFFSET 0) AS newest
            WHERE ($2::int IS NULL OR status / 100 = $2) AND ($3::text IS NULL OR request = $3)
            ORDER BY logged_at DESC, entry_id DESC OFFSET $4 LIMIT $5`,
    values: [accountId, statusClass ?? null, requestId ?? null, offset, limit],
  });
  return rows;
}

export async function countRequests(
  database: Queryable,
  { accountId, statusClass, requestId }: LogFilter,
): Promise<number> {
  const { rows } = await database.query<{ total: number }>({
    text: `SELECT count(*) AS total FROM request_log
            WHERE account_id = $1 AND ($2::int IS NULL OR status / 100 = $2) AND ($3::text IS NULL OR request = $3)`,
    values: [accountId, statusClass ?? null, requestId ?? null],
  });
  return rows[0]?.total ?? 0;
}

/** One entry of the account's log. */
export async function findRequest(
  database: Queryable,
  accountId: string,
  entryId: string,
): Promise<LoggedRequest | undefined> {
  const { rows } = await database.query<LoggedRequest>({
    name: 'find_request',
    text: `SELECT ${ENTRY} FROM request_log WHERE account_id = $1 AND entry_id = $2`,
    values: [accountId, entryId],
  });
  return rows[0];
}

const OLD_USAGE = [
  { table: 'request_log', key: 'account_id, logged_at, entry_id', where: 'logged_at < $2' },
  { table: 'request_counts', key: 'account_id, hour, status_class', where: 'hour < $2' },
  { table: 'key_request_counts', key: 'account_id, key_id, hour', where: 'hour < $2' },
];

/** Returns how many entries or counters it deleted, at most `limit` of each. */
export async function deleteOldUsage(database: Queryable, before: Date, limit: number): Promise<number> {
  let most = 0;
  for (const rows of OLD_USAGE) most = Math.max(most, await deleteSome(database, { ...rows, values: [before] }, limit));
  return most;
}

/** Accounts whose counters say that the log may hold more than `most` of their requests. */
export async function listAccountsWithRequests(database: Queryable, most: number): Promise<string[]> {
  const { rows } = await database.query<{ accountId: string }>({
    text: `SELECT account_id AS "accountId" FROM request_counts
            GROUP BY account_id HAVING sum(requests - unlogged) > $1`,
    values: [most],
    actsFor: ALL_ACCOUNTS,
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
