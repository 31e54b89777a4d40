import type { Queryable } from '../database/connection.ts';
import { limitConcurrency } from '../database/limitConcurrency.ts';
import { hasRange, listTrips, type TripListing, type TripPage } from './store/listTrips.ts';

/** One page of an account's trips. */
export type TripLister = (listing: TripListing) => Promise<TripPage>;

// Skipping this many index entries takes a fraction of a millisecond.
const MAX_CHEAP_OFFSET = 1_000;
const isCheap = (listing: TripListing) => !hasRange(listing) && listing.page * listing.limit <= MAX_CHEAP_OFFSET;

/**
 * Lists that may read a large part of an account's trips wait for their turn: one at a time per account and two per process,
 * so that they leave the database to everything else.
 */
export function createTripLister(database: Queryable): TripLister {
  const run = (listing: TripListing) => listTrips(database, listing);
  const runInTurn = limitConcurrency(run, { perAccount: 1, total: 2 });
  return (listing) => (isCheap(listing) ? run(listing) : runInTurn(listing));
}
