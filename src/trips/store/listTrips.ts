import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { TripRow } from '../tripRow.ts';
import { SELECT_TRIP } from './tripColumns.ts';

export interface TripFilter {
  accountId: string;
  status: TripStatus | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

export interface TripPage {
  total: number;
  trips: TripRow[];
}

/** One page of the account's trips, newest creation first, and how many match in all: one statement, one moment. */
export async function listTrips(
  database: Queryable,
  filter: TripFilter,
  page: number,
  limit: number,
): Promise<TripPage> {
  const values: unknown[] = [filter.accountId, limit, (page - 1) * limit];
  const conditions = ['t.account_id = $1'];
  const narrow = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  narrow('t.status =', filter.status);
  narrow('t.scheduled_at >=', filter.from);
  narrow('t.scheduled_at <=', filter.to);
  const matching = conditions.join(' AND ');
  const { rows } = await database.query<TripRow & { total: number }>({
    text: `
      SELECT counted.total, page.*
        FROM (SELECT count(*) AS total FROM trips t WHERE ${matching}) AS counted
        LEFT JOIN (
          SELECT ${SELECT_TRIP} FROM trips t WHERE ${matching}
           ORDER BY t.created_at DESC, t.trip_id DESC LIMIT $2 OFFSET $3
        ) AS page ON true
       ORDER BY page."createdAt" DESC, page."tripId" DESC`,
    values,
  });
  const total = rows[0]?.total ?? 0;
  return { total, trips: rows.filter((row) => row.tripId !== null).map(({ total: _, ...trip }) => trip) };
}
