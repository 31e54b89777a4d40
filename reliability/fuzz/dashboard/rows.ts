import type { MemberRole } from '../../../src/contract/values.ts';
import type { Queryable } from '../../../src/database/connection.ts';

/** What the database holds of some accounts. */
export interface Rows {
  /** A digest of the rows of each account in each table, by `account table`. */
  digests: ReadonlyMap<string, string>;
  /** The roles of the members by their identifiers. */
  roles: ReadonlyMap<string, MemberRole>;
}

/** How the tables begin that the service writes by itself: usage, search, webhooks, counts, and who exported what. */
const OF_THE_SERVICE = [
  ...['request_', 'key_request_', 'search_', 'trip_search', 'rider_search', 'trip_count', 'audit_log'],
  ...['webhook_deliveries', 'webhook_attempts'],
];

/** Columns that change when somebody looks, or when the service delivers. */
const VOLATILE = ['seen_at', 'address', 'last_used_at', 'queued_number', 'failing_since'];

export async function rowReader(database: Queryable): Promise<(accountIds: readonly string[]) => Promise<Rows>> {
  const { rows: tables } = await database.query<{ name: string }>({
    text: `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
              AND a.attname = 'account_id' AND NOT a.attisdropped`,
  });
  const digests = tables
    .filter(({ name }) => !OF_THE_SERVICE.some((prefix) => name.startsWith(prefix)))
    .map(
      ({ name }) =>
        `SELECT account_id || ' ${name}' AS name, md5(string_agg(line, ' ' ORDER BY line)) AS value
           FROM (SELECT account_id, (to_jsonb(t) - $2::text[])::text AS line FROM ${name} t WHERE account_id = ANY($1)) lines
          GROUP BY account_id`,
    );
  const roles = `SELECT member_id AS name, role AS value FROM members WHERE account_id = ANY($1)`;
  const text = [...digests, roles].join('\nUNION ALL\n');
  return async (accountIds) => {
    const statement = { name: 'fuzz-rows', text, values: [accountIds, VOLATILE] };
    const { rows } = await database.query<{ name: string; value: string }>(statement);
    const pairs = rows.map(({ name, value }) => [name, value] as const);
    return {
      digests: new Map(pairs.filter(([name]) => name.includes(' '))),
      roles: new Map(pairs.filter(([name]) => !name.includes(' '))) as Map<string, MemberRole>,
    };
  };
}

/** Where two states differ, as `account table`. */
export function changesBetween(before: Rows, after: Rows): string[] {
  const names = new Set([...before.digests.keys(), ...after.digests.keys()]);
  return [...names].filter((name) => before.digests.get(name) !== after.digests.get(name));
}
