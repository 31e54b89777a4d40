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
  { table: 'trips', columns: ['account_id'], parent: 'accounts', parentColumns: ['account_id'] },
  { table: 'trips', columns: ['executor_id'], parent: 'accounts', parentColumns: ['account_id'] },
  { table: 'idempotency_keys', columns: ['account_id'], parent: 'accounts', parentColumns: ['account_id'] },
  {
    table: 'trip_status_history',
    columns: ['account_id', 'trip_id'],
    parent: 'trips',
    parentColumns: ['account_id', 'trip_id'],
  },
];

export interface Stray {
  table: string;
  column: string;
  rows: number;
}

/** Rows that refer to something that is not there. */
export async function findStrays(database: Queryable): Promise<Stray[]> {
  const strays: Stray[] = [];
  for (const { table, columns, parent, parentColumns } of IMPLIED) {
    const isParent = columns.map((column, index) => `p.${parentColumns[index]} = c.${column}`).join(' AND ');
    const column = columns.at(-1) ?? '';
    const { rows } = await database.query<{ rows: number }>({
      text: `SELECT count(*)::int AS rows FROM ${table} c
              WHERE c.${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ${parent} p WHERE ${isParent})`,
    });
    if (rows[0] && rows[0].rows > 0) strays.push({ table, column, rows: rows[0].rows });
  }
  return strays;
}
