import type { Pagination } from '../contract/pagination.ts';
import { coalesceConcurrent } from '../database/coalesceConcurrent.ts';
import type { Queryable } from '../database/connection.ts';
import { limitConcurrency } from '../database/limitConcurrency.ts';
import { listBody } from './responses.ts';
import { hasRange, listTrips, type TripListing } from './store/listTrips.ts';
import { renderTrip } from './tripView.ts';

/** The response to a listing, as the bytes to send. */
export type TripLister = (listing: TripListing) => Promise<Buffer>;

// Skipping this many index entries takes a fraction of a millisecond.
const MAX_CHEAP_OFFSET = 1_000;
const isCheap = (listing: TripListing) => !hasRange(listing) && listing.page * listing.limit <= MAX_CHEAP_OFFSET;

/**
 * Identical concurrent lists share one statement. Those that may read a large part of an account's trips wait for their turn: one at a time per account and two per process, so that they leave the database to everything else.
 */
export function createTripLister(database: Queryable): TripLister {
  const run = (listing: TripListing) => listTrips(database, listing);
  const runInTurn = limitConcurrency(run, { perAccount: 1, total: 2 });
  return coalesceConcurrent(JSON.stringify, async (listing) => {
    const { total, trips } = await (isCheap(listing) ? run(listing) : runInTurn(listing));
    return Buffer.from(listBody(trips.map(renderTrip), paginate(listing, total)));
  });
}

function paginate({ page, limit }: TripListing, total: number): Pagination {
  const pages = Math.max(1, Math.ceil(total / limit));
  return { page, limit, total, pages, hasNext: page < pages, hasPrevious: page > 1 };
}
