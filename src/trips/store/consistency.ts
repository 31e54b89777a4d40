import type { Queryable } from '../../database/connection.ts';

export interface Miscount {
  accountId: string;
  status: string;
  counted: number;
  actual: number;
}

/** Where the counts differ from the trips there are. One statement, so both are of one moment. */
export async function findMiscounts(database: Queryable): Promise<Miscount[]> {
  const { rows } = await database.query<Miscount>({
    text: `
      SELECT account_id AS "accountId", status, coalesce(counted, 0)::int AS counted, coalesce(actual, 0)::int AS actual
        FROM (SELECT account_id, status, sum(trips) AS counted FROM trip_totals GROUP BY account_id, status) AS counts
        FULL JOIN (SELECT account_id, status, count(*) AS actual FROM trips GROUP BY account_id, status) AS there
             USING (account_id, status)
       WHERE coalesce(counted, 0) <> coalesce(actual, 0)
       ORDER BY account_id, status`,
  });
  return rows;
}

/** Rebuilds the counts from the trips. Bookings and changes wait meanwhile, for about a second per million trips. */
export async function recountTrips(transaction: Queryable): Promise<void> {
  await transaction.query({ text: 'LOCK TABLE trips IN SHARE ROW EXCLUSIVE MODE' });
  await transaction.query({ text: 'SELECT recount_trips()' });
}

/** References without a foreign key of their own, because another key implies them. */
const IMPLIED = [
  { table: 'trips', column: 'account_id' },
  { table: 'trips', column: 'executor_id' },
  { table: 'idempotency_keys', column: 'account_id' },
];

export interface Orphan {
  table: string;
  column: string;
  rows: number;
}

/** Rows that name an account that is not there. */
export async function findOrphans(database: Queryable): Promise<Orphan[]> {
  const { rows } = await database.query<Orphan>({
    text: IMPLIED.map(
      ({ table, column }) => `
        SELECT '${table}' AS table, '${column}' AS column, count(*)::int AS rows FROM ${table} t
         WHERE ${column} IS NOT NULL AND NOT EXISTS (SELECT FROM accounts a WHERE a.account_id = t.${column})
        HAVING count(*) > 0`,
    ).join(' UNION ALL '),
  });
  return rows;
}
