import type { Database } from '../database/connection.ts';
import { limitConcurrency } from '../database/limitConcurrency.ts';
import { hasRange, listTrips, type TripListing, type TripPage } from './store/listTrips.ts';

/** One page of an account's trips. */
export type TripLister = (listing: TripListing) => Promise<TripPage>;

// Skipping this many index entries takes a fraction of a millisecond.
const MAX_CHEAP_OFFSET = 1_000;
const isCheap = (listing: TripListing) =>
  listing.reference !== undefined ||
  listing.externalReference !== undefined ||
  (!hasRange(listing) && listing.page * listing.limit <= MAX_CHEAP_OFFSET);

// One of a million trips takes half a second.
const LIMITS = { perAccount: 1, total: 2, waitingPerAccount: 20, timeoutMs: 5_000 };

/**
 * Lists that may read a large part of an account's trips wait for their turn: one at a time per account and two per process,
 * so that they leave the database to everything else. A process with few connections keeps two of them for that.
 */
export function createTripLister(database: Database): TripLister {
  const run = (listing: TripListing) => listTrips(database, listing);
  const total = Math.max(1, Math.min(LIMITS.total, database.pool.options.max - 2));
  const runInTurn = limitConcurrency(run, { ...LIMITS, total });
  return (listing) => (isCheap(listing) ? run(listing) : runInTurn(listing));
}
