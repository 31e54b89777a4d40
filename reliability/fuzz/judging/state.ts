import { isDeepStrictEqual } from 'node:util';
import type { AcknowledgedTrip } from '../making/world.ts';

export type TripRecord = Record<string, unknown>;

/** What an account's trips look like at the end. */
export interface AccountState {
  /** All trips in the list. */
  listed: readonly TripRecord[];
  /** Each read by itself, by its identifier. */
  read: ReadonlyMap<string, TripRecord>;
}

/** Where what the service kept differs from what it acknowledged. */
export function stateFaults(
  { listed, read }: AccountState,
  acknowledged: ReadonlyMap<string, AcknowledgedTrip>,
  unansweredBookings: number,
): string[] {
  const byId = new Map(listed.map((trip) => [String(trip._id), trip]));
  const unknown = [...byId.keys()].filter((id) => !acknowledged.has(id));
  return [
    ...(byId.size === listed.length ? [] : [`the list has ${listed.length - byId.size} trips twice`]),
    ...[...acknowledged].flatMap(([id, known]) => acknowledgedFaults(id, known, byId.get(id))),
    ...[...byId].flatMap(([id, trip]) => readFaults(id, trip, read.get(id))),
    ...(unknown.length > unansweredBookings
      ? [`${unknown.length} trips that nobody booked (${unansweredBookings} bookings were broken off)`]
      : []),
  ];
}

/** Of a late booking, which pushes a trip onto the next page where it is seen twice, or a cancellation between the list and the trip. */
export const mayPass = (fault: string): boolean =>
  /^the list has \d+ trips twice$|^trip \w+ reads otherwise than it is listed$/.test(fault);

function acknowledgedFaults(
  id: string,
  { trip, isCancelled, mayBeCancelled }: AcknowledgedTrip,
  kept: TripRecord | undefined,
): string[] {
  if (!kept) return [`trip ${id} was acknowledged and is lost`];
  const isKeptCancelled = kept.status === 'CANCELLED' && mayBeCancelled;
  const status = isCancelled || isKeptCancelled ? 'CANCELLED' : trip.status;
  return isDeepStrictEqual({ ...trip, status }, kept)
    ? []
    : [`trip ${id} was acknowledged as ${JSON.stringify({ ...trip, status })} and is kept as ${JSON.stringify(kept)}`];
}

function readFaults(id: string, listed: TripRecord, read: TripRecord | undefined): string[] {
  if (!read) return [`trip ${id} is in the list and cannot be read`];
  const { statusHistory, ...trip } = read as TripRecord & { statusHistory: { status: string }[] };
  const statuses = statusHistory.map(({ status }) => status);
  const expected = trip.status === 'CANCELLED' ? ['CONFIRMED', 'CANCELLED'] : ['CONFIRMED'];
  return [
    ...(isDeepStrictEqual(trip, listed) ? [] : [`trip ${id} reads otherwise than it is listed`]),
    ...(isDeepStrictEqual(statuses, expected) ? [] : [`trip ${id} has the history ${statuses.join(', ')}`]),
  ];
}
