import type { Account } from '../../accounts/accountStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { type Attention, attentionFor, type WatchedTrip } from '../../trips/attention.ts';
import { isRideOver } from '../../trips/lifecycle.ts';
import { listPlannedTrips, type PlannedTrip, type PlannedWith } from '../../trips/store/dayPlan.ts';
import { tripView } from '../../trips/tripView.ts';
import { AROUND_MS, ridesAround } from '../rides/overlaps.ts';
import type { TripInList } from '../trips/tripColumns.tsx';
import { voucherGaps } from '../trips/voucherGaps.tsx';
import { addDays, type Day, dayOf, STAYS_MS, startOf } from './days.ts';

export interface DayTrip extends Omit<PlannedTrip, 'trip'>, TripInList {
  attention: Attention[];
}

export interface PlanOfDay {
  trips: DayTrip[];
  /** If the day is today: yesterday's whose ride is not over, though its pickup was hours ago at most. */
  fromYesterday: DayTrip[];
}

/** The account's trips of a day, or only those that may clash with one of them, with what needs attention. */
export async function readDayTrips(
  database: Queryable,
  { accountId, role }: Pick<Account, 'accountId' | 'role'>,
  day: Day,
  now: Date,
  only?: PlannedWith,
): Promise<PlanOfDay> {
  const list = async (from: Date, before: Date) =>
    (await listPlannedTrips(database, accountId, [from, before], only))
      .map((each) => ({ ...each, trip: tripView(each.trip) }))
      .map((each) => ({ ...each, watched: watched(each) }));
  const [from, before] = [startOf(day), startOf(addDays(day, 1))];
  // A ride can last beyond midnight, and meet one of the next day.
  const [driven, trips, nightBefore, nightAfter] = await Promise.all([
    role === 'DRIVER' ? ridesAround(database, accountId, [from, before]) : [],
    list(from, before),
    list(new Date(from.getTime() - AROUND_MS), from),
    list(before, new Date(before.getTime() + AROUND_MS)),
  ]);
  const all = [nightBefore, trips, nightAfter].flat().map((each) => each.watched);
  const elsewhere = driven.filter((ride) => ride.accountId !== accountId);
  const withAttention = (listed: typeof trips): DayTrip[] =>
    listed.map(({ watched, ...each }) => ({ ...each, attention: attentionFor(watched, all, now, elsewhere) }));
  const staysFrom = new Date(now.getTime() - STAYS_MS);
  const stays = ({ watched }: (typeof trips)[number]) =>
    day === dayOf(now) && watched.scheduledAt >= staysFrom && !isRideOver(watched.status);
  return { trips: withAttention(trips), fromYesterday: withAttention(nightBefore.filter(stays)) };
}

function watched(planned: Omit<DayTrip, 'attention'>): WatchedTrip {
  const { trip, executor, riderPhone, riderNumber, vehicleSeats } = planned;
  const gaps = voucherGaps({ executor, rider: { phone: riderPhone } });
  const isVoucherComplete = gaps.every((gap) => gap === 'noDriver'); // reported on its own
  const scheduledAt = new Date(trip.scheduledPickupTime);
  return { ...trip, scheduledAt, riderNumber, vehicleSeats, isVoucherComplete };
}
