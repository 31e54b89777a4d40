import type { Pagination } from '../contract/pagination.ts';
import type { Queryable } from '../database/connection.ts';
import { sharing } from '../database/sharing.ts';
import { listTrips, type TripListing } from './store/listTrips.ts';
import { renderTrip } from './tripView.ts';

/** The answer to a listing, as the bytes to send. */
export type TripLister = (listing: TripListing) => Promise<Buffer>;

export const createTripLister = (database: Queryable): TripLister =>
  sharing(JSON.stringify, async (listing) => {
    const { total, trips } = await listTrips(database, listing);
    const pagination = JSON.stringify(paginate(listing, total));
    return Buffer.from(`{"success":true,"data":[${trips.map(renderTrip).join(',')}],"pagination":${pagination}}`);
  });

function paginate({ page, limit }: TripListing, total: number): Pagination {
  const pages = Math.max(1, Math.ceil(total / limit));
  return { page, limit, total, pages, hasNext: page < pages, hasPrevious: page > 1 };
}
