import type pg from 'pg';

/** Trips to be made in one statement; the texts are SQL over `n`, the number of a trip from 1 on. */
export interface Fill {
  trips: number;
  accountId: string;
  tripId: string;
  /** Spread over all states as in a business of two years, or all CONFIRMED and waiting to be cancelled. */
  are: 'spread' | 'confirmed';
  /** Lists read no histories, so the largest account needs none. */
  withHistory: boolean;
}

// In a thousand trips of two years nearly all are over; the multiplier is a prime, so that states are mixed along time.
const SPREAD_STATUS = `CASE WHEN mixed < 700 THEN 'FINISHED_PAYED' WHEN mixed < 820 THEN 'CANCELLED' WHEN mixed < 920 THEN 'FINISHED'
                            WHEN mixed < 930 THEN 'OTWTD' WHEN mixed < 940 THEN 'OTWTP' ELSE 'CONFIRMED' END`;
const PATH = `ARRAY['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED']`;

const TRIPS = ({ accountId, tripId, are }: Fill) => `
  INSERT INTO trips (account_id, trip_id, version, status, is_paid, executor_id, client_id, trip_type, scheduled_at, price_cents,
                     price_ht_cents, vat_rate, pax_number, pickup_address, pickup_lat, pickup_lng, destination_address,
                     destination_lat, destination_lng, note, created_at)
  SELECT account_id, trip_id,
         CASE WHEN status = 'CANCELLED' THEN 2 ELSE array_position(${PATH}, status) END,
         status, status = 'FINISHED_PAYED', account_id, lpad(to_hex(n % 10000), 24, 'c'), 'TRIP',
         created_at + (n * 104729 % 43200) * interval '1 minute',
         1100 + n % 20000 * 11, 1000 + n % 20000 * 10, 10, 1 + n % 4,
         n % 200 || ' Rue de Rivoli, 75004 Paris', 48.8 + n % 1000 / 10000.0, 2.2 + n % 2000 / 10000.0,
         'Aéroport CDG, Terminal 2E', 49.0047, 2.5711, NULL, created_at
    FROM (SELECT n, ${accountId} AS account_id, ${tripId} AS trip_id,
                 ${are === 'spread' ? SPREAD_STATUS : `'CONFIRMED'`} AS status,
                 date_trunc('milliseconds', now() - ($1::int - n) * (interval '730 days' / $1::int)) AS created_at
            FROM (SELECT n, n * 7919 % 1000 AS mixed FROM generate_series(1, $1::bigint) n) AS numbered) AS made`;

const RIDERS = ({ accountId }: Fill) => `
  INSERT INTO riders (account_id, client_id, first_name, last_name, phone, created_at)
  SELECT DISTINCT ON (1, 2) ${accountId}, lpad(to_hex(n % 10000), 24, 'c'), 'Ada', 'Lovelace ' || n % 10000, '+33612345678', now()
    FROM generate_series(1, $1::bigint) n
  ON CONFLICT DO NOTHING`;

const HISTORIES = ({ accountId, tripId }: Fill) => `
  INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by)
  SELECT t.account_id, t.trip_id, step, CASE WHEN step = 2 AND t.status = 'CANCELLED' THEN t.status ELSE (${PATH})[step] END,
         t.created_at + (step - 1) * interval '10 minutes', CASE WHEN step = 1 THEN 'API' ELSE 'DASHBOARD' END
    FROM generate_series(1, $1::bigint) n
    JOIN trips t ON t.account_id = ${accountId} AND t.trip_id = ${tripId}, generate_series(1, t.version) step`;

/** Set-based and without the checks of foreign keys, which hold by construction: a million trips in seconds. */
export async function fillTrips(client: pg.Client, fill: Fill): Promise<void> {
  await client.query(`SET session_replication_role = replica`);
  await client.query(RIDERS(fill), [fill.trips]);
  await client.query(TRIPS(fill), [fill.trips]);
  if (fill.withHistory) await client.query(HISTORIES(fill), [fill.trips]);
  await client.query(`SET session_replication_role = DEFAULT`);
}

/**
 * So that neither a planner without figures nor a vacuum that comes in between disturbs what is measured. Only what was filled:
 * figures of a table that is still nearly empty would make the service's prepared statements read it whole, also when it no
 * longer is.
 */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('VACUUM (ANALYZE) trips, riders, trip_status_history');
  await client.query('CHECKPOINT');
}
