import type { Queryable } from './connection.ts';

/** What to list, in SQL. */
interface Listing {
  /** The name of the prepared statement. */
  name: string;
  columns: string;
  /** A table and a condition, which names the values as $1, $2 … */
  from: string;
  /** Must be a total order. */
  order: string;
  values: unknown[];
}

export interface Page<Row> {
  total: number;
  rows: Row[];
}

/** One page of rows, and how many match in all, as of one moment. */
export async function selectPage<Row extends object>(
  database: Queryable,
  { name, columns, from, order, values }: Listing,
  { page, limit }: { page: number; limit: number },
): Promise<Page<Row>> {
  const [limitAt, offsetAt] = [values.length + 1, values.length + 2];
  const { rows } = await database.query<Row & { total: number; place: number | null }>({
    name,
    text: `
      SELECT counted.total, page.*
        FROM (SELECT count(*) AS total FROM ${from}) AS counted
        LEFT JOIN (
          SELECT ${columns}, row_number() OVER (ORDER BY ${order}) AS place FROM ${from}
           ORDER BY ${order} LIMIT $${limitAt} OFFSET $${offsetAt}
        ) AS page ON true
       ORDER BY page.place`,
    values: [...values, limit, (page - 1) * limit],
  });
  const [first] = rows;
  // An empty page is one row that has only the total.
  return { total: first?.total ?? 0, rows: first?.place === null ? [] : rows };
}
