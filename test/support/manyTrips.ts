import type { TripStatus } from '../../src/contract/trip.ts';
import type { Database } from '../../src/database/connection.ts';
import type { TestAccount, TestService } from './service.ts';

/**
 * Trips without stored text, all at once and counted: booked on thirty days, several at the same moment, for pickups on forty days,
 * often at the first or the last moment of a day.
 */
export async function insertTrips(database: Database, account: TestAccount, count: number): Promise<void> {
  await database.query({
    text: `
      INSERT INTO trips (account_id, trip_id, version, status, is_paid, client_id, trip_type, scheduled_at, price_cents,
                         price_ht_cents, vat_rate, pax_number, pickup_address, pickup_lat, pickup_lng, destination_address,
                         destination_lat, destination_lng, created_at)
      SELECT $1, lpad(to_hex((random() * 2000000000)::bigint), 12, '0') || lpad(to_hex(number), 12, '0'), 1,
             (ARRAY['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'OTWTD', 'FINISHED_PAYED', 'CANCELLED'])[1 + number * 7 % 6], false, $2,
             'TRIP',
             timestamptz '2027-03-02T00:00:00Z' + (number * 13 % 40) * interval '1 day'
               + (ARRAY['0', '12 hours', '23:59:59.999'])[1 + number % 3]::interval,
             6600, 6000, 10, 1, 'A', 1, 2, 'B', 3, 4,
             timestamptz '2027-01-30T00:00:00Z' + (number % 30) * interval '1 day' + (number * 11 % 5) * interval '6 hours' - interval '1 ms'
        FROM generate_series(1, $3::int) AS number`,
    values: [account.accountId, account.riders[0]?.clientId, count],
  });
  await database.query({ text: 'SELECT recount_trips()' });
}

/** What a list must know of a trip, newest creation first. */
export interface ListedTrip {
  id: string;
  status: TripStatus;
  scheduledAt: Date;
}

export async function tripsOf(database: Database, { accountId }: TestAccount): Promise<ListedTrip[]> {
  const { rows } = await database.query<ListedTrip & { createdAt: Date }>({
    text: 'SELECT trip_id AS id, status, scheduled_at AS "scheduledAt", created_at AS "createdAt" FROM trips WHERE account_id = $1',
    values: [accountId],
  });
  return rows.sort((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1));
}

/**
 * How many entries of the trips' indexes were read until now, and how many trips without an index, by the one connection that is
 * used when nothing happens at once.
 */
export async function entriesRead({ serving: database }: TestService): Promise<number> {
  await database.query({ text: 'SELECT pg_stat_force_next_flush()' });
  const { rows } = await database.query<{ entries: number }>({
    text: `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'trips')::int
                + (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'trips')::int AS entries`,
  });
  return rows[0]?.entries ?? 0;
}
