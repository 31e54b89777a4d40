import type { TripStatus } from '../../src/contract/trip.ts';
import { stepsTowards } from '../../src/trips/lifecycle.ts';
import { stepTrip } from '../../src/trips/store/changeTrip.ts';
import { findTripOfAnyAccount } from '../../src/trips/store/findTrips.ts';
import type { TestService } from './service.ts';

/** Takes a trip step by step to a status, as the operator does. */
export async function advanceTrip(service: TestService, tripId: string, target: TripStatus): Promise<void> {
  const trip = await findTripOfAnyAccount(service.database, tripId);
  if (!trip) throw new Error(`there is no trip ${tripId}`);
  if (trip.status === target) return;
  const steps = stepsTowards(trip.status, target);
  if (!steps) throw new Error(`no way leads from ${trip.status} to ${target}`);
  const changed = await stepTrip(service.database, {
    trip,
    steps,
    changedAt: service.clock.now(),
    changedBy: 'OPERATOR',
  });
  if (changed?.status !== target) throw new Error(`the trip is ${changed?.status}, not ${target}`);
}
