import type { TripStatus } from '../contract/trip.ts';
import { greatCircleKm } from '../places/embedded/greatCircle.ts';
import type { Coordinates } from '../places/place.ts';
import { isRideOver } from './lifecycle.ts';

/** Why somebody should look at a trip. */
export type Attention = 'overdue' | 'no_driver' | Misplanned | 'voucher_incomplete';

const CLASHES = ['driver_clash', 'vehicle_clash', 'rider_clash'] as const;
export type Clash = (typeof CLASHES)[number];
/** What cannot be driven as planned. */
export const MISPLANNED = [...CLASHES, 'too_few_seats'] as const;
export type Misplanned = (typeof MISPLANNED)[number];

export interface WatchedTrip {
  status: TripStatus;
  executorId: string | null;
  scheduledAt: Date;
  estimatedDurationMinutes: number | null;
  estimatedDistanceKm: number | null;
  pickupAddress: Coordinates;
  destinationAddress: Coordinates;
  paxNumber: number;
  vehicleId: string | null;
  vehicleSeats: number | null;
  clientId: string;
  /** Their phone number as it is compared: each booking by phone can add the same person as a new rider. */
  riderNumber: string | null;
  isVoucherComplete: boolean;
}

const MINUTE_MS = 60_000;
/** The driver has not set out by the time of the pickup, or the rider is not on board soon after it. */
const LATE_MINUTES: Partial<Record<TripStatus, number>> = { CONFIRMED: 0, OTWTP: 20 };
const DEFAULT_RIDE_MINUTES = 60;
/** Ten days: callers may send any number. */
const MOST_RIDE_MINUTES = 14_400;
const RIDE_SLACK_MINUTES = 60;
/** Along the straight line. None of the real routes in accuracy/routes.ts is faster. */
const FASTEST_KM_PER_MINUTE = 1.5;

/** The most urgent first; `clashing` are its clashingTrips. */
export function attentionFor(trip: WatchedTrip, clashing: Record<Clash, readonly unknown[]>, now: Date): Attention[] {
  if (isRideOver(trip.status)) return [];
  const { executorId, vehicleSeats, paxNumber, isVoucherComplete } = trip;
  const attention: Attention[] = [];
  if (isOverdue(trip, now)) attention.push('overdue');
  if (executorId === null) attention.push('no_driver');
  for (const clash of CLASHES) if (clashing[clash].length > 0) attention.push(clash);
  if (vehicleSeats !== null && paxNumber > vehicleSeats) attention.push('too_few_seats');
  if (!isVoucherComplete) attention.push('voucher_incomplete');
  return attention;
}

type Shared = 'executorId' | 'vehicleId' | 'clientId' | 'riderNumber';

/** The other trips at this time with the same driver, vehicle or rider. */
export function clashingTrips<Other extends TimedTrip & Partial<Pick<WatchedTrip, Shared>>>(
  trip: WatchedTrip,
  trips: readonly Other[],
): Record<Clash, Other[]> {
  const sharing = (...members: Shared[]) =>
    trips.filter(
      (other) =>
        members.some((member) => trip[member] !== null && other[member] === trip[member]) && clash(trip, other),
    );
  return {
    driver_clash: sharing('executorId'),
    vehicle_clash: sharing('vehicleId'),
    rider_clash: sharing('clientId', 'riderNumber'),
  };
}

export type TimedTrip = Pick<
  WatchedTrip,
  'status' | 'scheduledAt' | 'estimatedDurationMinutes' | 'pickupAddress' | 'destinationAddress'
>;

/** A trip as callers get it, with its pickup as a Date. */
export const timed = <Shown extends { scheduledPickupTime: string }>(trip: Shown): Shown & { scheduledAt: Date } => ({
  ...trip,
  scheduledAt: new Date(trip.scheduledPickupTime),
});

/** Whether two trips are to be driven at the same time. */
export const clash = (trip: TimedTrip, other: TimedTrip): boolean =>
  other !== trip && !isRideOver(trip.status) && !isRideOver(other.status) && overlap(trip, other);

/** Whether one starts before the other has ended. */
function overlap(a: TimedTrip, b: TimedTrip): boolean {
  const [first, second] = a.scheduledAt <= b.scheduledAt ? [a, b] : [b, a];
  const apartMs = second.scheduledAt.getTime() - first.scheduledAt.getTime();
  return apartMs === 0 || apartMs < (first.estimatedDurationMinutes ?? shortestMinutes(first)) * MINUTE_MS;
}

/** The least that a ride of unknown duration can take, so that no warning is wrong. */
export const shortestMinutes = ({
  pickupAddress,
  destinationAddress,
}: Pick<WatchedTrip, 'pickupAddress' | 'destinationAddress'>): number =>
  greatCircleKm(pickupAddress, destinationAddress) / FASTEST_KM_PER_MINUTE;

type Lasting = Pick<
  WatchedTrip,
  'estimatedDurationMinutes' | 'estimatedDistanceKm' | 'pickupAddress' | 'destinationAddress'
>;

/** How long a ride keeps its driver busy. If its duration is unknown, never shorter than warnings of overlaps assume. */
export function rideMinutes(trip: Lasting): number {
  const byDistance = (trip.estimatedDistanceKm ?? 0) / FASTEST_KM_PER_MINUTE;
  const assumed = Math.ceil(Math.max(DEFAULT_RIDE_MINUTES, shortestMinutes(trip), byDistance));
  return Math.min(trip.estimatedDurationMinutes ?? assumed, MOST_RIDE_MINUTES);
}

/** Whether the next step should have been made. */
export const isOverdue = (trip: Progress, now: Date): boolean => !isRideOver(trip.status) && now > dueAt(trip);

type Progress = Lasting & Pick<WatchedTrip, 'status' | 'scheduledAt'>;

/** When the next step should have been made. */
export function dueAt(trip: Progress): Date {
  const minutes = LATE_MINUTES[trip.status] ?? rideMinutes(trip) + RIDE_SLACK_MINUTES;
  return new Date(trip.scheduledAt.getTime() + minutes * MINUTE_MS);
}
