import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { ReferencedIds } from '../../identifiers.ts';
import type { StoredTrip } from '../tripRow.ts';
import { SELECT_STORED_TRIP, STORED_TRIP } from './tripColumns.ts';

export interface TripListing {
  accountId: string;
  status?: TripStatus | undefined;
  /** Any of these. */
  statuses?: readonly TripStatus[] | undefined;
  /** Bounds of the pickup, both inclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
  externalReference?: string | undefined;
  reference?: ReferencedIds | undefined;
  /** The trips of a driver who is another account; null for those without a driver. */
  executorId?: string | null | undefined;
  page: number;
  limit: number;
}

export interface TripPage {
  total: number;
  trips: StoredTrip[];
}

const hasRange = ({ from, to }: TripListing) => from !== undefined || to !== undefined;

/** A few trips have the value; or counts are kept, and an index gives any page; or any number of trips is read. */
type Reads = 'few' | 'page' | 'many';

interface Filter {
  name: string;
  reads: Reads;
  /** The condition, with the parameters it is given for its values. */
  sql(...parameters: string[]): string;
  /** Undefined if a listing does not have it. */
  valuesOf(listing: TripListing): unknown[] | undefined;
}

/** In the words of the index of assigned trips, which PostgreSQL would not use otherwise. */
export const assignedTo = (executorId: string) => `executor_id = ${executorId} AND executor_id <> account_id`;
export const UNASSIGNED = 'executor_id IS NULL';

/** `referenceValues` has the values. */
export const hasReference = (first: string, last: string, firstCounter: string, lastCounter: string) =>
  `trip_id BETWEEN ${first} AND ${last}
   AND ('x' || right(trip_id, 5))::bit(20)::int & 262143 BETWEEN ${firstCounter} AND ${lastCounter}`;

/** In the order of the parameters. */
export const referenceValues = (ids: ReferencedIds) => [ids.first, ids.last, ids.firstCounter, ids.lastCounter];

export const FILTERS: readonly Filter[] = [
  {
    name: 'status',
    reads: 'page',
    sql: (status) => `status = ${status}`,
    valuesOf: ({ status }) => status && [status],
  },
  {
    name: 'pickup',
    reads: 'many',
    sql: (from, to) => `scheduled_at BETWEEN ${from} AND ${to}`,
    valuesOf: (listing) =>
      hasRange(listing)
        ? [listing.from?.toISOString() ?? '-infinity', listing.to?.toISOString() ?? 'infinity']
        : undefined,
  },
  {
    name: 'external_reference',
    reads: 'few',
    sql: (text) => `external_reference = ${text}`,
    valuesOf: ({ externalReference }) => (externalReference === undefined ? undefined : [externalReference]),
  },
  {
    name: 'reference',
    reads: 'few',
    sql: hasReference,
    valuesOf: ({ reference }) => reference && referenceValues(reference),
  },
  {
    name: 'statuses',
    reads: 'many',
    sql: (statuses) => `status = ANY(${statuses})`,
    valuesOf: ({ statuses }) => statuses && [statuses],
  },
  {
    name: 'executor',
    reads: 'many',
    sql: assignedTo,
    valuesOf: ({ executorId }) => (executorId ? [executorId] : undefined),
  },
  {
    name: 'unassigned',
    reads: 'many',
    sql: () => UNASSIGNED,
    valuesOf: ({ executorId }) => (executorId === null ? [] : undefined),
  },
];

/** $1 is the account, $2 the limit, $3 the offset. */
const totalAndPage = (total: string, page: string) => `
  SELECT counted.total, ${STORED_TRIP}
    FROM (SELECT ${total} AS total) AS counted
    LEFT JOIN (SELECT t.created_at, t.trip_id, ${SELECT_STORED_TRIP} FROM trips t WHERE t.account_id = $1 ${page}) AS page ON true
   ORDER BY page.created_at DESC, page.trip_id DESC`;

const PAGE = 'ORDER BY created_at DESC, trip_id DESC LIMIT $2 OFFSET $3';

/** The counts are kept per status, and an index has the trips in the list's order. */
const byCreation = (conditions: string) =>
  totalAndPage(
    `(SELECT coalesce(sum(trips), 0)::bigint FROM trip_totals WHERE account_id = $1 ${conditions})`,
    `${conditions} ${PAGE}`,
  );

/** One scan of an index gives both the total and the page. */
const byScan = (conditions: string) => `
  WITH matching AS MATERIALIZED (
    SELECT created_at, trip_id FROM trips WHERE account_id = $1 ${conditions}
  )${totalAndPage(
    '(SELECT count(*) FROM matching)',
    `AND t.trip_id = ANY (ARRAY(SELECT trip_id FROM matching ${PAGE}))`,
  )}`;

const filtersOf = (listing: TripListing) => FILTERS.filter((filter) => filter.valuesOf(listing) !== undefined);

export function readsOf(listing: TripListing): Reads {
  const reads = new Set(filtersOf(listing).map((filter) => filter.reads));
  if (reads.has('few')) return 'few';
  return reads.has('many') ? 'many' : 'page';
}

const texts = new Map<string, string>();

function statementFor(listing: TripListing) {
  const values: unknown[] = [listing.accountId, listing.limit, (listing.page - 1) * listing.limit];
  const filters = filtersOf(listing);
  const conditions = filters.map((filter) => {
    const parameters = (filter.valuesOf(listing) ?? []).map((value) => `$${values.push(value)}`);
    return `AND ${filter.sql(...parameters)}`;
  });
  // PostgreSQL compares 63 characters of a statement's name: too few for all names at once.
  const name = ['list_trips', ...filters.map((filter) => FILTERS.indexOf(filter))].join('_');
  const text = texts.get(name) ?? (readsOf(listing) === 'page' ? byCreation : byScan)(conditions.join(' '));
  texts.set(name, text);
  return { name, text, values };
}

/** One page of the account's trips, newest creation first, and how many match in all, as of one moment. */
export async function listTrips(database: Queryable, listing: TripListing): Promise<TripPage> {
  const { rows } = await database.query<StoredTrip & { total: number }>(statementFor(listing));
  const [first] = rows;
  // An empty page is one row that has only the total.
  return { total: first?.total ?? 0, trips: first?.version === null ? [] : rows };
}
