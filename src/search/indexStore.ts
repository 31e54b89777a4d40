import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';
import { changesOf } from '../events/eventStore.ts';

export interface Progress {
  accountId: string;
  /** The account's events up to this number are in the index. */
  eventNumber: number;
  /** The trips and riders from before are in the index up to these; all of them if null. */
  tripsAfter: string | null;
  ridersAfter: string | null;
}

/** Accounts whose dashboard was used since then, and whose index is not up to date. */
export async function listAccountsToIndex(
  database: Queryable,
  usedSince: Date,
  wordsVersion: number,
): Promise<string[]> {
  const used = await database.query<{ accountId: string }>({
    name: 'list_accounts_in_use',
    text: `SELECT DISTINCT account_id AS "accountId" FROM member_sessions WHERE seen_at > $1`,
    values: [usedSince],
    actsFor: ALL_ACCOUNTS,
  });
  if (used.rows.length === 0) return [];
  const accountIds = used.rows.map(({ accountId }) => accountId);
  // Apart from the sessions, because on a Citus cluster these are on every node and the rest is by account.
  const upToDate = await database.query<{ accountId: string }>({
    name: 'list_indexed_accounts',
    text: `SELECT p.account_id AS "accountId" FROM search_progress p LEFT JOIN account_events e USING (account_id)
            WHERE p.account_id = ANY ($1)
              AND (words_version > $2 OR (words_version = $2 AND words_trips IS NULL AND words_riders IS NULL))
              AND event_number >= coalesce(last_number, 0)
              AND NOT EXISTS (SELECT FROM rider_search r WHERE r.account_id = p.account_id AND r.trips_after IS NOT NULL)`,
    values: [accountIds, wordsVersion],
    actsFor: ALL_ACCOUNTS,
  });
  const indexed = new Set(upToDate.rows.map(({ accountId }) => accountId));
  return accountIds.filter((accountId) => !indexed.has(accountId));
}

/** Begins the account's index. Events up to now are of trips that are there already; all later ones follow. */
export async function beginProgress(database: Queryable, accountId: string): Promise<void> {
  await database.query({
    name: 'begin_search_progress',
    text: `INSERT INTO search_progress (account_id, event_number)
           SELECT $1, coalesce((SELECT last_number FROM account_events WHERE account_id = $1), 0)
           ON CONFLICT DO NOTHING`,
    values: [accountId],
  });
}

/**
 * The lock lets one process work on an account at a time. Undefined if another one does, or a newer release has begun to write the words
 * by its own rule. An index with words of an older version starts again; until that is complete, the old words are found.
 */
export async function lockProgress(
  database: Queryable,
  accountId: string,
  wordsVersion: number,
): Promise<Progress | undefined> {
  const { rows } = await database.query<Progress>({
    name: 'lock_search_progress',
    text: `SELECT account_id AS "accountId", event_number AS "eventNumber",
                  CASE words_version WHEN $2 THEN words_trips ELSE '' END AS "tripsAfter",
                  CASE words_version WHEN $2 THEN words_riders ELSE '' END AS "ridersAfter"
             FROM search_progress WHERE account_id = $1 AND words_version <= $2 FOR UPDATE SKIP LOCKED`,
    values: [accountId, wordsVersion],
  });
  return rows[0];
}

export async function saveProgress(
  database: Queryable,
  { accountId, eventNumber, tripsAfter, ridersAfter }: Progress,
  wordsVersion: number,
): Promise<void> {
  await database.query({
    name: 'save_search_progress',
    text: `UPDATE search_progress SET event_number = $2, words_trips = $3, words_riders = $4, words_version = $5
            WHERE account_id = $1`,
    values: [accountId, eventNumber, tripsAfter, ridersAfter, wordsVersion],
  });
}

interface ChangedTrips {
  tripIds: string[];
  /** Up to which event these are. */
  eventNumber: number;
}

/** The trips of the account's next events that change what the index says of a trip. */
export async function findChangedTrips(
  database: Queryable,
  { accountId, eventNumber }: Progress,
  limit: number,
): Promise<ChangedTrips> {
  const { rows } = await database.query<ChangedTrips>({
    name: 'find_changed_trips',
    text: `WITH changes AS (
             SELECT trip_id, event_number
               FROM (${changesOf('trip.created', 'event_number > $2')}
                     UNION ALL ${changesOf('trip.updated', 'event_number > $2')}) AS changes
              ORDER BY event_number LIMIT $3)
           SELECT coalesce(array_agg(DISTINCT trip_id), '{}') AS "tripIds",
                  CASE WHEN count(*) = $3 THEN max(event_number)
                       ELSE coalesce((SELECT last_number FROM account_events WHERE account_id = $1), $2) END AS "eventNumber"
             FROM changes`,
    values: [accountId, eventNumber, limit],
  });
  return rows[0] ?? { tripIds: [], eventNumber };
}

/** The identifiers that follow this one. */
export async function nextTrips(database: Queryable, accountId: string, after: string, limit: number) {
  const { rows } = await database.query<{ id: string }>({
    name: 'next_trips_to_index',
    text: `SELECT trip_id AS id FROM trips WHERE account_id = $1 AND trip_id > $2 ORDER BY trip_id LIMIT $3`,
    values: [accountId, after, limit],
  });
  return rows.map(({ id }) => id);
}

export async function nextRiders(database: Queryable, accountId: string, after: string, limit: number) {
  const { rows } = await database.query<{ id: string }>({
    name: 'next_riders_to_index',
    text: `SELECT client_id AS id FROM riders WHERE account_id = $1 AND client_id > $2 ORDER BY client_id LIMIT $3`,
    values: [accountId, after, limit],
  });
  return rows.map(({ id }) => id);
}

interface WaitingRider {
  clientId: string;
  tripsAfter: string;
}

/** A rider who was added or edited. Until the lock is released, an edit of the rider waits. */
export async function lockWaitingRider(database: Queryable, accountId: string): Promise<WaitingRider | undefined> {
  const { rows } = await database.query<WaitingRider>({
    name: 'lock_waiting_rider',
    text: `SELECT client_id AS "clientId", trips_after AS "tripsAfter" FROM rider_search
            WHERE account_id = $1 AND trips_after IS NOT NULL ORDER BY client_id LIMIT 1 FOR UPDATE`,
    values: [accountId],
  });
  return rows[0];
}

/** The rider's trips in the index that follow this one. */
export async function nextTripsOfRider(
  database: Queryable,
  accountId: string,
  { clientId, tripsAfter }: WaitingRider,
  limit: number,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'next_trips_of_rider_to_index',
    text: `SELECT trip_id AS id FROM trip_search WHERE account_id = $1 AND client_id = $2 AND trip_id > $3
            ORDER BY trip_id LIMIT $4`,
    values: [accountId, clientId, tripsAfter, limit],
  });
  return rows.map(({ id }) => id);
}

/** Null: all of the rider's trips have the new details. */
export async function saveWaitingRider(
  database: Queryable,
  accountId: string,
  clientId: string,
  tripsAfter: string | null,
): Promise<void> {
  await database.query({
    name: 'save_waiting_rider',
    text: `UPDATE rider_search SET trips_after = $3 WHERE account_id = $1 AND client_id = $2`,
    values: [accountId, clientId, tripsAfter],
  });
}

/** What riders are found by; the phone number as such numbers are compared. */
const RIDER_TEXTS = 'ARRAY[r.first_name, r.last_name, r.company_name, r.email, comparable_phone(r.phone)]';

interface RiderTexts {
  clientId: string;
  texts: (string | null)[];
}

export async function readRiderTexts(
  database: Queryable,
  accountId: string,
  clientIds: readonly string[],
): Promise<RiderTexts[]> {
  const { rows } = await database.query<RiderTexts>({
    name: 'read_rider_texts',
    text: `SELECT r.client_id AS "clientId", ${RIDER_TEXTS} AS texts
             FROM riders r WHERE r.account_id = $1 AND r.client_id = ANY ($2)`,
    values: [accountId, clientIds],
  });
  return rows;
}

interface TripTexts extends RiderTexts {
  tripId: string;
  scheduledAt: Date;
}

/** Includes the texts of their riders. */
export async function readTripTexts(
  database: Queryable,
  accountId: string,
  tripIds: readonly string[],
): Promise<TripTexts[]> {
  const { rows } = await database.query<TripTexts>({
    name: 'read_trip_texts',
    text: `SELECT t.trip_id AS "tripId", t.client_id AS "clientId", t.scheduled_at AS "scheduledAt",
                  ARRAY[t.pickup_address, t.destination_address, t.external_reference] || ${RIDER_TEXTS} AS texts
             FROM trips t JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
            WHERE t.account_id = $1 AND t.trip_id = ANY ($2)`,
    values: [accountId, tripIds],
  });
  return rows;
}

// Several arrays of words travel as one JSON text. What has not changed is not written.
const LEXEMES = 'array_to_tsvector(ARRAY(SELECT json_array_elements_text(row.lexemes)))';

interface IndexedRider {
  clientId: string;
  lexemes: string[];
}

export async function saveRiders(
  database: Queryable,
  accountId: string,
  riders: readonly IndexedRider[],
): Promise<void> {
  await database.query({
    name: 'save_searched_riders',
    text: `INSERT INTO rider_search AS s (account_id, client_id, words)
           SELECT $1, "clientId", ${LEXEMES} FROM json_to_recordset($2) AS row ("clientId" text, lexemes json)
           ON CONFLICT (account_id, client_id) DO UPDATE SET words = excluded.words WHERE s.words <> excluded.words`,
    values: [accountId, JSON.stringify(riders)],
  });
}

interface IndexedTrip extends IndexedRider {
  tripId: string;
  scheduledAt: Date;
}

export async function saveTrips(database: Queryable, accountId: string, trips: readonly IndexedTrip[]): Promise<void> {
  await database.query({
    name: 'save_searched_trips',
    text: `INSERT INTO trip_search AS s (account_id, trip_id, client_id, scheduled_at, words)
           SELECT $1, "tripId", "clientId", "scheduledAt", ${LEXEMES}
             FROM json_to_recordset($2) AS row ("tripId" text, "clientId" text, "scheduledAt" timestamptz, lexemes json)
           ON CONFLICT (account_id, trip_id) DO UPDATE SET scheduled_at = excluded.scheduled_at, words = excluded.words
             WHERE s.scheduled_at <> excluded.scheduled_at OR s.words <> excluded.words`,
    values: [accountId, JSON.stringify(trips)],
  });
}
