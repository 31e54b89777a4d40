import type { RequestedPage } from '../contract/pagination.ts';
import type { Queryable } from '../database/connection.ts';
import type { Layout } from '../database/layout/placement.ts';
import { type Page, selectPage } from '../database/page.ts';
import type { ReferencedIds } from '../identifiers.ts';
import { hasReference, referenceValues } from '../trips/store/listTrips.ts';

/** What has to be known before a search. */
interface SearchState {
  /** Numbers as phone numbers are compared, in their order. */
  phones: string[];
  /** False while trips or riders are missing in the index. */
  isComplete: boolean;
}

// An account that is booked for all the time is always a little behind.
const USUAL_LAG = 500;

export async function readSearchState(
  database: Queryable,
  accountId: string,
  numbers: readonly string[],
  wordsVersion: number,
): Promise<SearchState> {
  const { rows } = await database.query<SearchState>({
    name: 'read_search_state',
    text: `SELECT ARRAY(SELECT comparable_phone(number)
                          FROM unnest($2::text[]) WITH ORDINALITY AS typed (number, place) ORDER BY place) AS phones,
                  EXISTS (SELECT FROM search_progress p LEFT JOIN account_events e USING (account_id)
                           WHERE p.account_id = $1 AND words_version >= $3 AND words_trips IS NULL AND words_riders IS NULL
                             AND coalesce(last_number, 0) - event_number < ${USUAL_LAG}) AS "isComplete"`,
    values: [accountId, numbers, wordsVersion],
  });
  return rows[0] ?? { phones: [], isComplete: false };
}

export interface Search {
  accountId: string;
  /** As `searchQuery` writes it. */
  query: string;
  /** Only what was created before this one; all if empty. */
  olderThan: string;
  limit: number;
}

/** Identifiers are hexadecimal, so all of them come before this. */
const AFTER_ALL = 'g';

// A word that many records have is found among the newest: these take two milliseconds. So the index is asked only for words that few
// have, and never sorts a hundred thousand finds. If the newest have hardly any and the others very many, not all of them are sorted.
const NEWEST = 2_000;
const MOST_SORTED = 5_000;

/**
 * The identifiers of what has all words, newest first. The index is asked by itself: with the account, PostgreSQL might not use it. A
 * function asks it, because of row-level security; on a Citus cluster, which has none, the account says which node to ask.
 */
const statementFor = (name: string, table: string, id: string, findByWords: string) => {
  const indexed: Record<Layout, string> = {
    single: `${findByWords}($2::tsquery, $3, ${MOST_SORTED})`,
    citus: `(SELECT account_id, ${id} AS id FROM ${table}
              WHERE account_id = $1 AND words @@ $2::tsquery AND ${id} < $3 LIMIT ${MOST_SORTED}) AS found`,
  };
  const textFor = (layout: Layout) => `
    WITH newest AS MATERIALIZED (
      SELECT id FROM (
        SELECT ${id} AS id, words FROM ${table} WHERE account_id = $1 AND ${id} < $3 ORDER BY ${id} DESC LIMIT ${NEWEST}
      ) AS newest
       WHERE words @@ $2::tsquery ORDER BY id DESC LIMIT $4
    ),
    indexed AS MATERIALIZED (
      SELECT account_id, id FROM ${indexed[layout]}
       WHERE (SELECT count(*) FROM newest) < $4
    )
    SELECT id FROM newest UNION SELECT id FROM indexed WHERE account_id = $1 ORDER BY id DESC LIMIT $4`;
  return async (database: Queryable, { accountId, query, olderThan, limit }: Search): Promise<string[]> => {
    const values = [accountId, query, olderThan || AFTER_ALL, limit];
    const { rows } = await database.query<{ id: string }>({ name, text: textFor(database.layout ?? 'single'), values });
    return rows.map((row) => row.id);
  };
};

export const searchTrips = statementFor('search_trips', 'trip_search', 'trip_id', 'find_trips_by_words');
export const searchRiders = statementFor('search_riders', 'rider_search', 'client_id', 'find_riders_by_words');

/** The identifiers of the trips with the reference or one that begins so, newest first. The primary key has them in this order. */
export async function searchReferences(
  database: Queryable,
  { accountId, reference, olderThan, limit }: Omit<Search, 'query'> & { reference: ReferencedIds },
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'search_references',
    text: `SELECT trip_id AS id FROM trips
            WHERE account_id = $1 AND trip_id < $2 AND ${hasReference('$4', '$5', '$6', '$7')}
            ORDER BY trip_id DESC LIMIT $3`,
    values: [accountId, olderThan || AFTER_ALL, limit, ...referenceValues(reference)],
  });
  return rows.map((row) => row.id);
}

/** A rider's trips, newest pickup first. */
export async function pageOfRidersTrips(
  database: Queryable,
  { accountId, clientId, ...page }: RequestedPage & { accountId: string; clientId: string },
): Promise<Page<{ tripId: string }>> {
  return selectPage(
    database,
    {
      name: 'page_of_riders_trips',
      columns: 'trip_id AS "tripId"',
      from: 'trip_search WHERE account_id = $1 AND client_id = $2',
      order: 'scheduled_at DESC, trip_id DESC',
      values: [accountId, clientId],
    },
    page,
  );
}

/** The latest pickup of each of these riders; those without trips are missing. */
export async function findLatestPickups(
  database: Queryable,
  accountId: string,
  clientIds: readonly string[],
): Promise<{ clientId: string; latestPickup: Date }[]> {
  const { rows } = await database.query<{ clientId: string; latestPickup: Date }>({
    name: 'find_latest_pickups',
    text: `SELECT client_id AS "clientId", max(scheduled_at) AS "latestPickup" FROM trip_search
            WHERE account_id = $1 AND client_id = ANY ($2) GROUP BY client_id`,
    values: [accountId, clientIds],
  });
  return rows;
}
