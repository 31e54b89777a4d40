import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { KeptTrip } from '../tripRow.ts';
import { DEEP_PAGE, FEW, NEWEST_PAGE } from './pageByCreation.ts';
import { FIRST_PAGE_BY_PICKUP, PAGE_BY_PICKUP, pickupRange } from './pageByPickup.ts';
import { type KeptTripRow, keptTrip } from './tripColumns.ts';

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
  trips: KeptTrip[];
}

/** One page of the account's trips, newest creation first, and how many match in all: one statement, one moment. */
export async function listTrips(database: Queryable, listing: TripListing): Promise<TripPage> {
  const { rows } = await database.query<KeptTripRow & { total: number }>(statementFor(listing));
  return { total: rows[0]?.total ?? 0, trips: rows.filter((row) => row.version !== null).map(keptTrip) };
}

function statementFor({ accountId, status, from, to, page, limit }: TripListing) {
  const offset = (page - 1) * limit;
  const isByPickup = from !== undefined || to !== undefined;
  const byPickup = offset === 0 ? FIRST_PAGE_BY_PICKUP : PAGE_BY_PICKUP;
  const byCreation = offset > FEW ? DEEP_PAGE : NEWEST_PAGE;
  const kind = isByPickup ? byPickup : byCreation;
  const range = isByPickup ? pickupRange(from, to) : [];
  const { name, text } = status === undefined ? kind.ofAnyStatus : kind.ofOneStatus;
  return { name, text, values: [accountId, limit, offset, ...range, ...(status === undefined ? [] : [status])] };
}
