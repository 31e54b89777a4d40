import type { TripStatus } from '../contract/trip.ts';
import { greatCircleKm } from '../places/embedded/greatCircle.ts';
import type { Coordinates } from '../places/place.ts';
import { isRideOver } from './lifecycle.ts';

/** Why somebody should look at a trip. */
export type Attention = 'overdue' | 'no_driver' | Misplanned | 'voucher_incomplete';

/** What cannot be driven as planned. */
export const MISPLANNED = ['driver_clash', 'vehicle_clash', 'rider_clash', 'too_few_seats'] as const;
export type Misplanned = (typeof MISPLANNED)[number];

export interface WatchedTrip {
  status: TripStatus;
  executorId: string | null;
  scheduledAt: Date;
  estimatedDurationMinutes: number | null;
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
const RIDE_SLACK_MINUTES = 60;
/** Along the straight line. None of the real routes in accuracy/routes.ts is faster. */
const FASTEST_KM_PER_MINUTE = 1.5;

/**
 * The most urgent first; `trips` are those around it, itself included, and `elsewhere` what its driver drives for other accounts
 * around that time.
 */
export function attentionFor(
  trip: WatchedTrip,
  trips: readonly WatchedTrip[],
  now: Date,
  elsewhere: readonly DrivenTrip[] = [],
): Attention[] {
  if (isRideOver(trip.status)) return [];
  const { executorId, vehicleSeats, paxNumber, isVoucherComplete } = trip;
  const clashing = clashingTrips(trip, trips);
  const drivenElsewhere = elsewhere.filter((other) => executorId !== null && other.executorId === executorId);
  const attention: Attention[] = [];
  if (isOverdue(trip, now)) attention.push('overdue');
  if (executorId === null) attention.push('no_driver');
  if (clashing.driver_clash.length > 0 || clashesWithAny(trip, drivenElsewhere)) attention.push('driver_clash');
  if (clashing.vehicle_clash.length > 0) attention.push('vehicle_clash');
  if (clashing.rider_clash.length > 0) attention.push('rider_clash');
  if (vehicleSeats !== null && paxNumber > vehicleSeats) attention.push('too_few_seats');
  if (!isVoucherComplete) attention.push('voucher_incomplete');
  return attention;
}

export type Clash = Exclude<Misplanned, 'too_few_seats'>;

/** The other trips at this time with the same driver, vehicle or rider. */
export function clashingTrips<Watched extends WatchedTrip>(
  trip: Watched,
  trips: readonly Watched[],
): Record<Clash, Watched[]> {
  const sharing = (...members: ('executorId' | 'vehicleId' | 'clientId' | 'riderNumber')[]) =>
    trips.filter(
      (other) =>
        members.some((member) => trip[member] !== null && other[member] === trip[member]) &&
        clashesWithAny(trip, [other]),
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

export type DrivenTrip = TimedTrip & Pick<WatchedTrip, 'executorId'>;

/** Whether it is to be driven while another of these trips is. */
export const clashesWithAny = (trip: TimedTrip, trips: readonly TimedTrip[]): boolean =>
  !isRideOver(trip.status) &&
  trips.some((other) => other !== trip && !isRideOver(other.status) && overlap(trip, other));

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

/** Whether the next step should have been made. */
export const isOverdue = (trip: Progress, now: Date): boolean => !isRideOver(trip.status) && now > dueAt(trip);

type Progress = Pick<WatchedTrip, 'status' | 'scheduledAt' | 'estimatedDurationMinutes'>;

/** When the next step should have been made. */
export function dueAt({ status, scheduledAt, estimatedDurationMinutes }: Progress): Date {
  const ride = (estimatedDurationMinutes ?? DEFAULT_RIDE_MINUTES) + RIDE_SLACK_MINUTES;
  return new Date(scheduledAt.getTime() + (LATE_MINUTES[status] ?? ride) * MINUTE_MS);
}
