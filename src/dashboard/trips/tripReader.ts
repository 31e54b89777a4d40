import type { FastifyRequest } from 'fastify';
import { type KeptVehicle, listVehicles } from '../../catalogue/vehicleStore.ts';
import type { Trip, TripWithHistory } from '../../contract/trip.ts';
import { PAGE_SIZE } from '../../contract/values.ts';
import type { Queryable } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { sha256 } from '../../sha256.ts';
import { findTrips, type TripReference } from '../../trips/store/findTrips.ts';
import { findTripDetails, findTripNames, type TripDetails, type TripNames } from '../../trips/store/tripDetails.ts';
import { type TripPath, tripIdOf } from '../../trips/tripPath.ts';
import type { StoredTrip } from '../../trips/tripRow.ts';
import { tripView, tripWithHistoryView } from '../../trips/tripView.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf } from '../page.ts';
import { countPages } from '../pageNumber.ts';
import { FROM_RIDES } from '../rides/ridePath.ts';
import { TRIPS_PATH, type TripFilter } from './filter.ts';

/** Opens the page of a trip from the plan of its day: then it leads back there. */
export const FROM_DAY = '?from=day';
const ORIGINS = [FROM_DAY, FROM_RIDES] as const;

/** A trip as the API returns it, with the details of the records it refers to. */
export interface ShownTrip {
  reference: TripReference;
  /** The path of its page. */
  path: string;
  /** How its page was opened, as a query. Its links and forms carry it along: see `pathOf`. */
  origin: '' | (typeof ORIGINS)[number];
  trip: TripWithHistory;
  /** The version shown: changes made from it apply to no other. */
  version: number;
  details: TripDetails;
  /** The account's vehicles, with the retired ones. */
  vehicles: KeptVehicle[];
}

export const referenceOf = (request: FastifyRequest): TripReference => ({
  accountId: accountIdOf(request),
  tripId: tripIdOf(request.params as TripPath),
});

/** The path of a trip's page, or of one below it, such as `/edit`. */
export const pathOf = ({ path, origin }: Pick<ShownTrip, 'path' | 'origin'>, below = ''): string =>
  `${path}${below}${origin}`;

/** The account's own trip that the request names. */
export function readOwnTrip(database: Queryable, request: FastifyRequest): Promise<ShownTrip> {
  const reference = referenceOf(request);
  const { from } = request.query as Record<string, unknown>;
  return readTrip(database, reference, {
    path: `${TRIPS_PATH}/${reference.tripId}`,
    origin: ORIGINS.find((origin) => origin === `?from=${from}`) ?? '',
    viewerId: reference.accountId,
  });
}

interface TripPlace extends Pick<ShownTrip, 'path'>, Partial<Pick<ShownTrip, 'origin'>> {
  /** The account that sees the page. */
  viewerId: string;
}

export async function readTrip(
  database: Queryable,
  reference: TripReference,
  { path, origin = '', viewerId }: TripPlace,
): Promise<ShownTrip> {
  const [[found], details, vehicles] = await Promise.all([
    findTrips(database, [reference]),
    findTripDetails(database, reference, viewerId),
    listVehicles(database, reference.accountId),
  ]);
  if (!found || !details) throw new ApiError('TRIP_NOT_FOUND');
  const { trip, history } = found;
  const { version } = trip;
  return { reference, path, origin, trip: tripWithHistoryView(trip, history), version, details, vehicles };
}

/** Differs when what the page of a trip shows does: a rider is also changed on a page of their own. */
export const refreshValueOf = ({ version, details: { rider } }: ShownTrip): string =>
  sha256(JSON.stringify([version, rider])).toString('hex');

export interface ListedTrip extends Pick<TripNames, 'executorName' | 'riderName'> {
  trip: Trip;
  version: number;
}

export interface ShownTrips {
  trips: ListedTrip[];
  total: number;
  pages: number;
}

export async function readTrips(
  { database, listTrips }: Pick<DashboardDependencies, 'database' | 'listTrips'>,
  accountId: string,
  filter: TripFilter,
): Promise<ShownTrips> {
  const listed = await listTrips({ accountId, ...filter, limit: PAGE_SIZE.default });
  return {
    trips: await withNames(database, accountId, listed.trips),
    total: listed.total,
    pages: countPages(listed.total, PAGE_SIZE.default),
  };
}

/** Those of these trips that the account has, in their order. */
export async function readListedTrips(
  database: Queryable,
  accountId: string,
  tripIds: readonly string[],
): Promise<ListedTrip[]> {
  if (tripIds.length === 0) return [];
  const found = await findTrips(
    database,
    tripIds.map((tripId) => ({ accountId, tripId })),
  );
  return withNames(
    database,
    accountId,
    found.flatMap((each) => (each ? [each.trip] : [])),
  );
}

async function withNames(database: Queryable, accountId: string, stored: readonly StoredTrip[]): Promise<ListedTrip[]> {
  const trips = stored.map((each) => ({ trip: tripView(each), version: each.version }));
  const ids = trips.map(({ trip }) => trip._id);
  const names = new Map((await findTripNames(database, accountId, ids)).map((each) => [each.tripId, each]));
  return trips.map(({ trip, version }) => ({
    trip,
    version,
    riderName: names.get(trip._id)?.riderName ?? '',
    executorName: names.get(trip._id)?.executorName ?? null,
  }));
}
