import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type DatedRider, findRiders } from '../../catalogue/riderStore.ts';
import { TRIP_BOUNDS } from '../../contract/values.ts';
import { beginsReference, beginsReferenceOf, parseId, parseReference } from '../../identifiers.ts';
import { type PreparedSearch, prepareSearch } from '../../search/prepareSearch.ts';
import { type Search, searchReferences, searchRiders, searchTrips } from '../../search/searchStore.ts';
import { findRides, listSearchedRides } from '../../trips/store/rides.ts';
import { tripView } from '../../trips/tripView.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf } from '../page.ts';
import type { RideInList } from '../rides/rideColumns.tsx';
import { type ListedTrip, readListedTrips } from '../trips/tripReader.ts';
import { type TypedSearch, typedSearch } from './typedSearch.ts';

type Dependencies = Pick<DashboardDependencies, 'database' | 'listTrips'>;

export interface AskedSearch extends TypedSearch, PreparedSearch {
  accountId: string;
}

export async function readSearch({ database }: Dependencies, request: FastifyRequest): Promise<AskedSearch> {
  const accountId = accountIdOf(request);
  const typed = typedSearch(request);
  return { accountId, ...typed, ...(await prepareSearch(database, accountId, typed.text)) };
}

export interface Found<Item> {
  items: Item[];
  hasMore: boolean;
}

export const PAGE_SIZE = 20;
/** To know whether there are more. */
export const PAGE_AND_ONE = PAGE_SIZE + 1;

const matching = (search: AskedSearch, run: (search: Search) => Promise<string[]>): Promise<string[]> =>
  search.query === undefined ? Promise.resolve([]) : run({ ...search, query: search.query, limit: PAGE_AND_ONE });

export const firstPage = <Item>(items: Item[]): Found<Item> => ({
  items: items.slice(0, PAGE_SIZE),
  hasMore: items.length > PAGE_SIZE,
});

/** What was typed as an identifier or a partner's reference comes first, then the trips with all words or with the reference. */
export async function findTripsBy(dependencies: Dependencies, search: AskedSearch): Promise<Found<ListedTrip>> {
  const { database } = dependencies;
  const [exact, referenced, others] = await Promise.all([
    findExactTrips(dependencies, search),
    findByReference(dependencies, search),
    matching(search, (each) => searchTrips(database, each)),
  ]);
  const newestFirst = [...referenced, ...others].sort().reverse();
  return firstPage(await readListedTrips(database, search.accountId, [...new Set([...exact, ...newestFirst])]));
}

/** They need no index, so a trip that was booked a moment ago is among them. */
async function findExactTrips(
  { listTrips }: Dependencies,
  { accountId, text, olderThan }: AskedSearch,
): Promise<string[]> {
  if (text === '' || olderThan !== '') return [];
  if (text.length > TRIP_BOUNDS.externalReference.max) return idIn(text);
  const { trips } = await listTrips({ accountId, externalReference: text, page: 1, limit: PAGE_SIZE });
  return [...idIn(text), ...trips.map((trip) => tripView(trip)._id)];
}

/** The trips whose reference is the text or begins with it. They need no index either. */
const findByReference = ({ database }: Dependencies, search: AskedSearch): Promise<string[]> =>
  beginsReference(search.text)
    ? searchReferences(database, { ...search, reference: parseReference(search.text), limit: PAGE_AND_ONE })
    : Promise.resolve([]);

/** The account's riders with all words; one whose identifier was typed comes first. */
export async function findRidersBy({ database }: Dependencies, search: AskedSearch): Promise<Found<DatedRider>> {
  const others = await matching(search, (each) => searchRiders(database, each));
  const ids = [...new Set([...idIn(search.text), ...others])];
  const riders = new Map((await findRiders(database, search.accountId, ids)).map((rider) => [rider.clientId, rider]));
  return firstPage(ids.flatMap((id) => riders.get(id) ?? []));
}

// Comparing them takes about three milliseconds; then other requests have their turn.
const RIDES_AT_ONCE = 250;

/** The rides that contractors assigned to the driver and whose page shows all words, latest pickup first. */
export async function findRidesBy({ database }: Dependencies, search: AskedSearch): Promise<Found<RideInList>> {
  const { accountId, text, matches } = search;
  if (text === '') return firstPage<RideInList>([]);
  const isNamed = (tripId: string) => idIn(text).includes(tripId) || beginsReferenceOf(text, tripId);
  const ids: string[] = [];
  for (const [index, { tripId, texts }] of (await listSearchedRides(database, accountId)).entries()) {
    if (index % RIDES_AT_ONCE === 0) await setImmediate();
    if (isNamed(tripId) || matches(texts)) ids.push(tripId);
    if (ids.length === PAGE_AND_ONE) break;
  }
  const rides = ids.length === 0 ? [] : await findRides(database, accountId, ids);
  return firstPage(rides.map((ride) => ({ ...ride, trip: tripView(ride) })));
}

function idIn(text: string): string[] {
  const id = parseId(text);
  return id === undefined ? [] : [id];
}
