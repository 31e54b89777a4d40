import type { Queryable } from '../../database/connection.ts';

/** How many trips that have not begun have the vehicle; those in the past are over, whatever their status says. */
export async function countUpcomingTrips(
  database: Queryable,
  { accountId, vehicleId }: { accountId: string; vehicleId: string },
  now: Date,
): Promise<number> {
  const { rows } = await database.query<{ total: number }>({
    name: 'count_upcoming_trips',
    text: `SELECT count(*) AS total FROM trips
            WHERE account_id = $1 AND vehicle_id = $2 AND scheduled_at > $3 AND status = 'CONFIRMED'`,
    values: [accountId, vehicleId, now],
  });
  return rows[0]?.total ?? 0;
}
