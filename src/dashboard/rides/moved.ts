import { HOUR_MS } from '../../clock.ts';
import type { Queryable } from '../../database/connection.ts';
import { listMovedRides } from '../../trips/store/rides.ts';
import { dateAndHourText, hourText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { dayOf } from '../day/days.ts';
import { ridesWords } from '../words/rides.ts';

/** How long lists mark a ride after its pickup was moved. */
const MARKED_MS = 24 * HOUR_MS;

export interface MaybeMoved {
  /** When the pickup was before the contractor moved it. */
  formerPickup?: Date | undefined;
}

interface ListedRide {
  tripId: string;
  /** Null for a trip of the driver's own account. */
  contractorName: string | null;
}

/** The driver's rides, with the former pickup of those that a contractor moved in the last 24 hours. */
export async function withFormerPickups<Ride extends ListedRide>(
  database: Queryable,
  driverId: string,
  rides: readonly Ride[],
  now: Date,
): Promise<(Ride & MaybeMoved)[]> {
  const assigned = rides.filter(({ contractorName }) => contractorName !== null).map(({ tripId }) => tripId);
  if (assigned.length === 0) return [...rides];
  const moved = await listMovedRides(database, driverId, assigned, new Date(now.getTime() - MARKED_MS));
  const former = new Map(moved.map(({ tripId, formerPickup }) => [tripId, formerPickup]));
  return rides.map((ride) => ({ ...ride, formerPickup: former.get(ride.tripId) }));
}

/** Such as "was 09:00", with the date if that has changed too; null if the pickup was not moved. */
export function formerPickupText(pickup: Date, { formerPickup }: MaybeMoved, language: Language): string | null {
  if (!formerPickup) return null;
  const words = ridesWords[language];
  return dayOf(formerPickup) === dayOf(pickup)
    ? words.wasAt(hourText(formerPickup, language))
    : words.wasOn(dateAndHourText(formerPickup, language));
}
