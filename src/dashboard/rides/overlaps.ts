import { HOUR_MS } from '../../clock.ts';
import type { Queryable } from '../../database/connection.ts';
import { clash, type TimedTrip } from '../../trips/attention.ts';
import { OPEN_STATUSES } from '../../trips/lifecycle.ts';
import { listPlannedRides, type PlannedRide } from '../../trips/store/rides.ts';
import { MAX_HIRE_HOURS } from '../pricing/hireHours.tsx';

/** How long before and after a ride, or a day, others may overlap with it. */
export const AROUND_MS = MAX_HIRE_HOURS * HOUR_MS;

/** The rides that a driver has around this time, own ones and those for contractors. */
export const ridesAround = (
  database: Queryable,
  driverId: string,
  [from, before]: readonly [from: Date, before: Date],
): Promise<PlannedRide[]> =>
  listPlannedRides(
    database,
    driverId,
    [new Date(from.getTime() - AROUND_MS), new Date(before.getTime() + AROUND_MS)],
    OPEN_STATUSES,
  );

/** The driver's other rides at the time of this one, which has no identifier yet while it is being booked. */
export async function overlappingRides(
  database: Queryable,
  driverId: string,
  ride: TimedTrip & { tripId?: string },
): Promise<PlannedRide[]> {
  const around = await ridesAround(database, driverId, [ride.scheduledAt, ride.scheduledAt]);
  return around.filter((other) => other.tripId !== ride.tripId && clash(ride, other));
}
