import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { StoredTrip } from '../tripRow.ts';
import { SELECT_STORED_TRIP, STORED_TRIP } from './tripColumns.ts';

export interface TripListing {
  accountId: string;
  status: TripStatus | undefined;
  /** Bounds of the pickup, both inclusive. */
  from: Date | undefined;
  to: Date | undefined;
  page: number;
  limit: number;
}

export interface TripPage {
  total: number;
  trips: StoredTrip[];
}

/** $1 is the account, $2 the limit, $3 the offset. */
const totalAndPage = (total: string, page: string) => `
  SELECT counted.total, ${STORED_TRIP}
    FROM (SELECT ${total} AS total) AS counted
    LEFT JOIN (SELECT t.created_at, t.trip_id, ${SELECT_STORED_TRIP} FROM trips t WHERE t.account_id = $1 ${page}) AS page ON true
   ORDER BY page.created_at DESC, page.trip_id DESC`;

const PAGE = 'ORDER BY created_at DESC, trip_id DESC LIMIT $2 OFFSET $3';

/** The counts are kept per status, and an index has the trips in the list's order. */
const byCreation = (andStatus: string) =>
  totalAndPage(
    `(SELECT coalesce(sum(trips), 0)::bigint FROM trip_totals WHERE account_id = $1 ${andStatus})`,
    `${andStatus} ${PAGE}`,
  );

/** One scan of an index that has all of it gives both the total and the page. */
const byPickup = (andStatus: string) => `
  WITH matching AS MATERIALIZED (
    SELECT created_at, trip_id FROM trips
     WHERE account_id = $1 AND scheduled_at BETWEEN $4 AND $5 ${andStatus}
  )${totalAndPage(
    '(SELECT count(*) FROM matching)',
    `AND t.trip_id = ANY (ARRAY(SELECT trip_id FROM matching ${PAGE}))`,
  )}`;

const STATEMENTS = {
  list_by_creation: byCreation(''),
  list_by_creation_of_status: byCreation('AND status = $4'),
  list_by_pickup: byPickup(''),
  list_by_pickup_of_status: byPickup('AND status = $6'),
};

export const hasRange = ({ from, to }: Pick<TripListing, 'from' | 'to'>) => from !== undefined || to !== undefined;

/** One page of the account's trips, newest creation first, and how many match in all, as of one moment. */
export async function listTrips(database: Queryable, listing: TripListing): Promise<TripPage> {
  const { accountId, status, from, to, page, limit } = listing;
  const range = hasRange(listing) ? [from?.toISOString() ?? '-infinity', to?.toISOString() ?? 'infinity'] : [];
  const name =
    `list_by_${range.length > 0 ? 'pickup' : 'creation'}${status === undefined ? '' : '_of_status'}` as const;
  const { rows } = await database.query<StoredTrip & { total: number }>({
    name,
    text: STATEMENTS[name],
    values: [accountId, limit, (page - 1) * limit, ...range, ...(status === undefined ? [] : [status])],
  });
  const [first] = rows;
  // An empty page is one row that has only the total.
  return { total: first?.total ?? 0, trips: first?.version === null ? [] : rows };
}
