import type { Note } from '../audit/audit.ts';
import { findRider } from '../catalogue/riderStore.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { referenceOf } from '../identifiers.ts';
import { OPEN_STATUSES } from '../trips/lifecycle.ts';
import {
  eraseRiders,
  eraseTrips,
  listRidersWithTrips,
  lockRider,
  nextTripsOfRiders,
  type RidersTrip,
  readTripData,
  type TripData,
} from './riderDataStore.ts';

/** What an export and an erasure share: all trips of some riders of an account. */

// Takes about forty milliseconds.
const TRIPS_READ = 20_000;
const TRIPS_CHANGED = 500;

export interface OwnRider {
  accountId: string;
  clientId: string;
}

export async function readTripsOfRiders(
  database: Queryable,
  accountId: string,
  clientIds: readonly string[],
): Promise<RidersTrip[]> {
  const trips: RidersTrip[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await nextTripsOfRiders(database, accountId, clientIds, { after, limit: TRIPS_READ });
    trips.push(...page.found);
    after = page.next;
  }
  return trips;
}

function* portionsOf(trips: readonly RidersTrip[]): Generator<string[]> {
  for (let first = 0; first < trips.length; first += TRIPS_CHANGED)
    yield trips.slice(first, first + TRIPS_CHANGED).map(({ tripId }) => tripId);
}

/** Everything that is stored about a rider, as JSON. Undefined if the account has no such rider. */
export async function exportRider(
  database: Database,
  clock: Clock,
  { accountId, clientId }: OwnRider,
  note: Note,
): Promise<object | undefined> {
  const rider = await findRider(database, accountId, clientId);
  if (!rider) return undefined;
  const trips: TripData[] = [];
  for (const tripIds of portionsOf(await readTripsOfRiders(database, accountId, [clientId])))
    trips.push(...(await readTripData(database, accountId, tripIds)));
  await note(database, 'RIDER_EXPORTED', { riderId: clientId });
  const { accountId: _, clientId: _id, ...details } = rider;
  return { exportedAt: clock(), rider: { _id, ...details }, trips: trips.map(tripDataView) };
}

function tripDataView({ trip, history, ...otherChanges }: TripData) {
  const { accountId: _, version: __, tripId, metadata, ...members } = trip;
  return {
    ...{ _id: tripId, reference: referenceOf(tripId), ...members, metadata: JSON.parse(metadata ?? '{}') },
    ...{ statusHistory: history, ...otherChanges },
  };
}

type Erasure = 'erased' | 'unknown' | 'open_trips';

// Somebody may still wait for the car, or for the invoice of yesterday's trip.
const OPEN_FOR_MS = 24 * 3_600_000;
const openAfter = (now: Date) => new Date(now.getTime() - OPEN_FOR_MS);

const isOpen = ({ status, scheduledAt }: RidersTrip, now: Date): boolean =>
  OPEN_STATUSES.includes(status) && new Date(scheduledAt) > openAfter(now);

/** Those of the riders whom an erasure refuses. Unlike the trips of a rider, those still to be made are found by an index. */
export const listRidersWithOpenTrips = (
  database: Queryable,
  accountId: string,
  clientIds: readonly string[],
  now: Date,
): Promise<string[]> =>
  listRidersWithTrips(database, accountId, clientIds, { statuses: OPEN_STATUSES, after: openAfter(now) });

/** Erases a rider and what their trips say about them, in one transaction, unless one of the trips is still to be made. */
export function eraseRider(
  database: Database,
  clock: Clock,
  { accountId, clientId }: OwnRider,
  note: Note,
): Promise<Erasure> {
  return database.transaction(async (client) => {
    if (!(await lockRider(client, accountId, clientId))) return 'unknown';
    const trips = await readTripsOfRiders(client, accountId, [clientId]);
    if (trips.some((trip) => isOpen(trip, clock()))) return 'open_trips';
    await eraseAll(client, accountId, [clientId], trips);
    await note(client, 'RIDER_ERASED', { riderId: clientId });
    return 'erased';
  });
}

export async function eraseAll(
  client: Queryable,
  accountId: string,
  clientIds: readonly string[],
  trips: readonly RidersTrip[],
): Promise<void> {
  for (const tripIds of portionsOf(trips)) await eraseTrips(client, accountId, tripIds);
  await eraseRiders(client, accountId, clientIds);
}
