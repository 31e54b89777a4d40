import type { Account } from '../../accounts/accountStore.ts';
import type { Queryable } from '../../database/connection.ts';
import {
  type Attention,
  attentionFor,
  type Clash,
  clashingTrips,
  dueAt,
  timed,
  type WatchedTrip,
} from '../../trips/attention.ts';
import { isRideOver } from '../../trips/lifecycle.ts';
import { listPlannedTrips, type PlannedTrip, type PlannedWith } from '../../trips/store/dayPlan.ts';
import { tripView } from '../../trips/tripView.ts';
import type { OverlappingTrip } from '../rides/overlapLinks.tsx';
import { AROUND_MS, ridesAround } from '../rides/overlaps.ts';
import type { TripInList } from '../trips/tripColumns.tsx';
import { voucherGaps } from '../trips/voucherGaps.tsx';
import { addDays, type Day, dayOf, startOf } from './days.ts';

export interface DayTrip extends Omit<PlannedTrip, 'trip'>, TripInList {
  attention: Attention[];
  /** The trips that it clashes with, which may be of another day; for a driver, also rides for contractors. */
  clashing: Record<Clash, OverlappingTrip[]>;
}

/** The account's trips of a day, or only those that may clash with one of them, with what needs attention. */
export async function readDayTrips(
  database: Queryable,
  { accountId, role }: Pick<Account, 'accountId' | 'role'>,
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
  const [driven, trips, ...nights] = await Promise.all([
    role === 'DRIVER' ? ridesAround(database, accountId, [from, before]) : [],
    list(from, before),
    list(new Date(from.getTime() - AROUND_MS), from),
    list(before, new Date(before.getTime() + AROUND_MS)),
  ]);
  const own = [trips, ...nights].flat().map((each) => each.watched);
  const around = [...own, ...driven.filter((ride) => ride.accountId !== accountId)];
  return trips.map(({ watched, ...each }) => {
    const clashing = clashingTrips(watched, around);
    return { ...each, clashing, attention: attentionFor(watched, clashing, now) };
  });
}

function watched(planned: Omit<DayTrip, 'attention' | 'clashing'>): WatchedTrip & OverlappingTrip {
  const { tripId, trip, executor, riderName, riderPhone, riderNumber, vehicleSeats } = planned;
  const gaps = voucherGaps({ executor, rider: { phone: riderPhone } });
  const isVoucherComplete = gaps.every((gap) => gap === 'noDriver'); // reported on its own
  return { ...timed(trip), tripId, riderName, contractorName: null, riderNumber, vehicleSeats, isVoucherComplete };
}

/** The last moment at which the plan is as it is now, if no trip changes: then one becomes overdue, or another day begins. */
export function unchangedUntil(trips: readonly Pick<DayTrip, 'trip'>[], now: Date): Date {
  const midnight = startOf(addDays(dayOf(now), 1)).getTime();
  const due = trips
    .filter(({ trip }) => !isRideOver(trip.status))
    .map(({ trip }) => dueAt(timed(trip)).getTime())
    .filter((ms) => ms >= now.getTime());
  return new Date(Math.min(midnight - 1, ...due));
}
