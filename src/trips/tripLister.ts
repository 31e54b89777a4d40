import type { Database } from '../database/connection.ts';
import { limitLargeReads } from '../database/limitConcurrency.ts';
import { listTrips, readsOf, type TripListing, type TripPage } from './store/listTrips.ts';

/** One page of an account's trips. */
export type TripLister = (listing: TripListing) => Promise<TripPage>;

// Skipping this many index entries takes a fraction of a millisecond.
const MAX_CHEAP_OFFSET = 1_000;
function isCheap(listing: TripListing): boolean {
  const reads = readsOf(listing);
  return reads === 'few' || (reads === 'page' && listing.page * listing.limit <= MAX_CHEAP_OFFSET);
}

/** Lists that may read a large part of an account's trips wait for their turn. */
export function createTripLister(database: Database): TripLister {
  const run = (listing: TripListing) => listTrips(database, listing);
  const runInTurn = limitLargeReads(database, run);
  return (listing) => (isCheap(listing) ? run(listing) : runInTurn(listing));
}
