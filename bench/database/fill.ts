import type pg from 'pg';
import { literal } from './statement.ts';

/** Trips to insert in one statement; the texts are SQL over `n`, the number of a trip, from 1. */
interface Fill {
  trips: number;
  accountId: string;
  tripId: string;
  /** Spread over all statuses as after two years of business, or all CONFIRMED, to be cancelled. */
  are: 'spread' | 'confirmed';
  /** Lists do not read histories, so the largest account needs none. */
  withHistory: boolean;
}

/** A row of trips as the service wrote it. */
export type WrittenTrip = Record<string, unknown>;

// Nearly all trips of two years are over. The multiplier is a prime, so that statuses are mixed over time.
const SPREAD_STATUS = `CASE WHEN mixed < 700 THEN 'FINISHED_PAYED' WHEN mixed < 820 THEN 'CANCELLED' WHEN mixed < 920 THEN 'FINISHED'
                            WHEN mixed < 930 THEN 'OTWTD' WHEN mixed < 940 THEN 'OTWTP' ELSE 'CONFIRMED' END`;
const PATH = `ARRAY['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED']`;
const CLIENT_ID = `lpad(to_hex(n % 10000), 24, 'c')`;

/** What varies from trip to trip. All other columns are copied from the sample. */
const VARYING: Record<string, string> = {
  account_id: 'account_id',
  trip_id: 'trip_id',
  executor_id: 'account_id',
  client_id: 'client_id',
  version: `CASE WHEN status = 'CANCELLED' THEN 2 ELSE array_position(${PATH}, status) END`,
  status: 'status',
  is_paid: `status = 'FINISHED_PAYED'`,
  scheduled_at: 'scheduled_at',
  created_at: 'created_at',
};

const TRIPS = ({ accountId, tripId, are }: Fill, sample: WrittenTrip) => `
  INSERT INTO trips (${Object.keys(sample).join(', ')})
  SELECT ${Object.keys(sample)
    .map((column) => VARYING[column] ?? adapted(sample[column], sample))
    .join(', ')}
    FROM (SELECT made.*, created_at + (n * 104729 % 43200) * interval '1 minute' AS scheduled_at
            FROM (SELECT n, ${accountId} AS account_id, ${tripId} AS trip_id, ${CLIENT_ID} AS client_id,
                         ${are === 'spread' ? SPREAD_STATUS : `'CONFIRMED'`} AS status,
                         date_trunc('milliseconds', now() - ($1::bigint - n) * (interval '730 days' / $1::bigint)) AS created_at
                    FROM (SELECT n, n * 7919 % 1000 AS mixed FROM generate_series(1, $1::bigint) n) AS numbered) AS made) AS trip`;

/** A value of the sample, with the sample's ids and times replaced by those of the trip. */
function adapted(value: unknown, sample: WrittenTrip): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string') return literal(typeof value === 'object' ? JSON.stringify(value) : String(value));
  const iso = (column: string) => new Date(String(sample[column])).toISOString();
  const isoText = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const names = new Map([
    ...['trip_id', 'account_id', 'client_id'].map((column) => [String(sample[column]), column] as const),
    ...['scheduled_at', 'created_at'].map((column) => [iso(column), isoText(column)] as const),
  ]);
  const parts = value.split(new RegExp(`(${[...names.keys()].join('|').replaceAll('.', '\\.')})`));
  return parts.map((part) => names.get(part) ?? literal(part)).join(' || ');
}

const RIDERS = ({ accountId }: Fill) => `
  INSERT INTO riders (account_id, client_id, first_name, last_name, phone, created_at)
  SELECT DISTINCT ON (1, 2) ${accountId}, ${CLIENT_ID}, 'Ada', 'Lovelace ' || n % 10000, '+33612345678', now()
    FROM generate_series(1, $1::bigint) n
  ON CONFLICT DO NOTHING`;

const HISTORIES = ({ accountId, tripId }: Fill) => `
  INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by)
  SELECT t.account_id, t.trip_id, step, CASE WHEN step = 2 AND t.status = 'CANCELLED' THEN t.status ELSE (${PATH})[step] END,
         t.created_at + (step - 1) * interval '10 minutes', CASE WHEN step = 1 THEN 'API' ELSE 'DASHBOARD' END
    FROM generate_series(1, $1::bigint) n
    JOIN trips t ON t.account_id = ${accountId} AND t.trip_id = ${tripId}, generate_series(1, t.version) step`;

/** Set-based, counted at the end, and without the checks of foreign keys, which hold by construction: a million trips in seconds. */
export async function fillTrips(client: pg.Client, fill: Fill, sample: WrittenTrip): Promise<void> {
  const { rows: checks } = await client.query<{ named: string }>(
    `SELECT format('ALTER TABLE %s %%s TRIGGER %I', t.tgrelid::regclass, t.tgname) AS named
       FROM pg_trigger t JOIN pg_constraint c ON c.oid = t.tgconstraint AND c.conrelid = t.tgrelid
      WHERE c.contype = 'f' AND t.tgrelid IN ('trips'::regclass, 'riders'::regclass, 'trip_status_history'::regclass)`,
  );
  const setChecks = async (word: 'DISABLE' | 'ENABLE') => {
    for (const { named } of checks) await client.query(named.replace('%s', word));
  };
  await client.query('BEGIN');
  await setChecks('DISABLE');
  await client.query(RIDERS(fill), [fill.trips]);
  await client.query(TRIPS(fill, sample), [fill.trips]);
  if (fill.withHistory) await client.query(HISTORIES(fill), [fill.trips]);
  await setChecks('ENABLE');
  await client.query('SELECT recount_trips()');
  await client.query('COMMIT');
}

/**
 * So that neither a planner without statistics nor a vacuum disturbs what is measured. Only what was filled: with statistics of a
 * nearly empty table the service's prepared statements would scan it, even when it is no longer empty.
 */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('VACUUM (ANALYZE) trips, riders, trip_status_history');
  await client.query('CHECKPOINT');
}
