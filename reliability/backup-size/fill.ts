import pg from 'pg';
import type { ConnectionTarget } from '../../src/database/connection.ts';

const ACCOUNT = '0'.repeat(24);

// One account with everything, which is the hardest case: all rows of a table are then neighbours in its indexes.
const STATEMENTS = [
  `INSERT INTO accounts VALUES ('${ACCOUNT}', 'Garage', 'DRIVER', 'STANDARD', false, now())`,
  `INSERT INTO riders (account_id, client_id, first_name, last_name, phone, created_at)
   SELECT '${ACCOUNT}', 'c' || lpad(to_hex(n), 23, '0'), 'Ada', 'Lovelace ' || n, '+336' || lpad(n::text, 8, '0'), now()
     FROM generate_series(1, $1::int) n`,
  `INSERT INTO trips (account_id, trip_id, version, status, is_paid, executor_id, client_id, trip_type, scheduled_at, price_cents,
                      price_ht_cents, vat_rate, pax_number, pickup_address, pickup_lat, pickup_lng, destination_address,
                      destination_lat, destination_lng, note, created_at)
   SELECT '${ACCOUNT}', '7' || lpad(to_hex(n), 23, '0'), 1, 'CONFIRMED', false, '${ACCOUNT}', 'c' || lpad(to_hex(n), 23, '0'), 'TRIP', now() + n * interval '1 minute',
          n, n, 0, 1, n || ' Rue de Rivoli, 75004 Paris', 48 + random(), 2 + random(), 'Aéroport CDG, Terminal 2E', 49 + random(), 2 + random(),
          md5(n::text), now()
     FROM generate_series(1, $1::int) n`,
  `INSERT INTO trip_status_history SELECT account_id, trip_id, version, status, created_at, 'API' FROM trips`,
  `INSERT INTO idempotency_keys
   SELECT account_id, trip_id, sha256(trip_id::bytea), '{"success":true,"message":"Trip created","data":' || row_to_json(trips) || '}',
          now() + interval '24 hours' FROM trips`,
];

/** Inserts this many trips, each with its rider, its history and the record of its key. */
export async function fill(target: ConnectionTarget, trips: number): Promise<void> {
  await withClient(target, async (client) => {
    for (const text of STATEMENTS) await client.query({ text, values: text.includes('$1') ? [trips] : [] });
  });
}

/** The rows of every table that a restore replaces, as one number each, the same for the same rows in any order. */
export function fingerprints(target: ConnectionTarget): Promise<Record<string, string>> {
  return withClient(target, async (client) => {
    const found: Record<string, string> = {};
    for (const name of await namesOfTables(target, null)) {
      const { rows } = await client.query(
        `SELECT count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS text FROM ${name} t`,
      );
      found[name] = rows[0].text;
    }
    return found;
  });
}

/** By their comment: those without one are replaced by a restore. */
export async function namesOfTables(target: ConnectionTarget, comment: 'not in backups' | null): Promise<string[]> {
  const rows = await query<{ name: string }>(
    target,
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
        AND obj_description(oid, 'pg_class') IS NOT DISTINCT FROM ${comment === null ? 'NULL' : `'${comment}'`}
      ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export const query = <Row extends pg.QueryResultRow>(target: ConnectionTarget, text: string): Promise<Row[]> =>
  withClient(target, async (client) => (await client.query<Row>(text)).rows);

async function withClient<Result>(
  target: ConnectionTarget,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
