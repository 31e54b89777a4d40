import type { Queryable } from '../../database/connection.ts';
import { type Attention, attentionFor, clashingTrips, dueAt, type WatchedTrip } from '../../trips/attention.ts';
import { isRideOver } from '../../trips/lifecycle.ts';
import { listPlannedTrips, type PlannedTrip, type PlannedWith } from '../../trips/store/dayPlan.ts';
import { tripView } from '../../trips/tripView.ts';
import type { TripInList } from '../trips/tripColumns.tsx';
import { voucherGaps } from '../trips/voucherGaps.tsx';
import { addDays, type Day, dayOf, startOf } from './days.ts';

/** How long before and after a day its rides may meet others. */
const NIGHT_MS = 12 * 3_600_000;

export interface DayTrip extends Omit<PlannedTrip, 'trip'>, TripInList {
  attention: Attention[];
  /** The trips that it clashes with, which may be of another day. */
  clashing: Clashing[];
}

export type Clashing = Pick<PlannedTrip, 'tripId' | 'riderName'> & Pick<WatchedTrip, 'scheduledAt'>;

/** The account's trips of a day, or only those that may clash with one of them, with what needs attention. */
export async function readDayTrips(
  database: Queryable,
  accountId: string,
  day: Day,
  now: Date,
  only?: PlannedWith,
): Promise<DayTrip[]> {
  const list = async (from: Date, before: Date) =>
    (await listPlannedTrips(database, accountId, [from, before], only))
      .map((each) => ({ ...each, trip: tripView(each.trip) }))
      .map((each) => ({ ...each, watched: watched(each) }));
  const [from, before] = [startOf(day), startOf(addDays(day, 1))];
  // A ride can last beyond midnight, and meet one of the next day.
  const [trips, ...nights] = await Promise.all([
    list(from, before),
    list(new Date(from.getTime() - NIGHT_MS), from),
    list(before, new Date(before.getTime() + NIGHT_MS)),
  ]);
  const all = [trips, ...nights].flat().map((each) => each.watched);
  return trips.map(({ watched, ...each }) => ({
    ...each,
    attention: attentionFor(watched, all, now),
    clashing: clashingTrips(watched, all),
  }));
}

function watched(planned: Omit<DayTrip, 'attention' | 'clashing'>): WatchedTrip & Clashing {
  const { tripId, trip, executor, riderName, riderPhone, riderNumber, vehicleSeats } = planned;
  const gaps = voucherGaps({ executor, rider: { phone: riderPhone } });
  const isVoucherComplete = gaps.every((gap) => gap === 'noDriver'); // reported on its own
  const scheduledAt = new Date(trip.scheduledPickupTime);
  return { ...trip, tripId, scheduledAt, riderName, riderNumber, vehicleSeats, isVoucherComplete };
}

/** The last moment at which the plan is as it is now, if no trip changes: then one becomes overdue, or another day begins. */
export function unchangedUntil(trips: readonly Pick<DayTrip, 'trip'>[], now: Date): Date {
  const midnight = startOf(addDays(dayOf(now), 1)).getTime();
  const due = trips
    .filter(({ trip }) => !isRideOver(trip.status))
    .map(({ trip }) => dueAt({ ...trip, scheduledAt: new Date(trip.scheduledPickupTime) }).getTime())
    .filter((ms) => ms >= now.getTime());
  return new Date(Math.min(midnight - 1, ...due));
}
