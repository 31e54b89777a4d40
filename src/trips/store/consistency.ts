import { ALL_ACCOUNTS } from '../../database/accounts.ts';
import type { Queryable } from '../../database/connection.ts';

export interface Miscount {
  accountId: string;
  status: string;
  counted: number;
  actual: number;
}

// One statement sees the counts and the trips of one moment.
const MISCOUNTS = `
  SELECT account_id, status, coalesce(counted, 0)::bigint AS counted, coalesce(actual, 0)::bigint AS actual
    FROM (SELECT account_id, status, sum(trips) AS counted FROM trip_totals GROUP BY account_id, status) AS counts
    FULL JOIN (SELECT account_id, status, count(*) AS actual FROM trips GROUP BY account_id, status) AS there
         USING (account_id, status)
   WHERE coalesce(counted, 0) <> coalesce(actual, 0)`;

/** Where the counts differ from the trips there are. */
export async function findMiscounts(database: Queryable): Promise<Miscount[]> {
  const { rows } = await database.query<Miscount>({
    text: `SELECT account_id AS "accountId", status, counted::int, actual::int FROM (${MISCOUNTS}) AS miscounts
            ORDER BY account_id, status`,
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/**
 * Adds what is missing. What changes meanwhile is added to the same rows. Two repairs at once would both
 * add it, so the caller makes sure that there is one.
 */
export async function repairCounts(database: Queryable): Promise<void> {
  await database.query({
    text: `INSERT INTO trip_status_counts AS counts (account_id, status, slot, trips)
           SELECT account_id, status, 0, actual - counted FROM (${MISCOUNTS}) AS miscounts ORDER BY account_id, status
           ON CONFLICT (account_id, status, slot) DO UPDATE SET trips = counts.trips + excluded.trips`,
    actsFor: ALL_ACCOUNTS,
  });
}

/** References without a foreign key of their own, because another key or the statement that writes them implies them. */
const IMPLIED = [
  { table: 'trips', column: 'account_id', parent: 'accounts' },
  { table: 'trips', column: 'executor_id', parent: 'accounts', parentColumn: 'account_id' },
  { table: 'idempotency_keys', column: 'account_id', parent: 'accounts' },
  { table: 'idempotency_keys', column: 'trip_id', parent: 'trips' },
];

export interface Orphan {
  table: string;
  column: string;
  rows: number;
}

/** Rows that refer to something that is not there. */
export async function findOrphans(database: Queryable): Promise<Orphan[]> {
  const { rows } = await database.query<Orphan>({
    text: IMPLIED.map(
      ({ table, column, parent, parentColumn = column }) => `
        SELECT '${table}' AS table, '${column}' AS column, count(*)::int AS rows FROM ${table} t
         WHERE ${column} IS NOT NULL AND NOT EXISTS (
           SELECT FROM ${parent} p
            WHERE p.${parentColumn} = t.${column} ${parent === 'trips' ? 'AND p.account_id = t.account_id' : ''})
        HAVING count(*) > 0`,
    ).join(' UNION ALL '),
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

export interface EventGap {
  accountId: string;
  /** The number of the latest event, and how many different numbers there are up to it. */
  latest: number;
  numbers: number;
}

/** Accounts whose events are not numbered from 1 to the latest, each once. */
export async function findEventGaps(database: Queryable): Promise<EventGap[]> {
  const { rows } = await database.query<EventGap>({
    text: `
      WITH numbered AS (
        SELECT account_id, event_number FROM trip_status_history WHERE event_number IS NOT NULL
        UNION ALL
        SELECT account_id, event_number FROM trip_assignments WHERE event_number IS NOT NULL
        UNION ALL
        SELECT account_id, event_number FROM trip_changes
      )
      SELECT account_id AS "accountId", coalesce(max(last_number), 0)::int AS latest, count(DISTINCT event_number)::int AS numbers
        FROM numbered FULL JOIN account_events USING (account_id)
       GROUP BY account_id
      HAVING count(event_number) <> coalesce(max(last_number), 0)
          OR count(DISTINCT event_number) <> count(event_number)
          OR max(event_number) <> max(last_number)
       ORDER BY account_id`,
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}
