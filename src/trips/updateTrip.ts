import type { TripStatus } from '../contract/trip.ts';
import { priceBeforeVat } from '../money/vat.ts';
import type { UpdatedTrip } from './store/changeTrip.ts';
import { UPDATABLE, type UpdatableMembers } from './store/tripColumns.ts';
import type { TripInJson } from './tripRow.ts';
import { renderFixedMembers } from './tripView.ts';

/** What a trip is to be; the price before VAT follows from the price. */
export type TripUpdate = Omit<UpdatableMembers, 'scheduledAt' | 'priceHtCents'> & { scheduledAt: Date };

/** Until it is paid: waiting or a detour may cost more than was agreed. */
export const canUpdate = (status: TripStatus): boolean => status !== 'FINISHED_PAYED' && status !== 'CANCELLED';

/** The pickup can be put off, for a late flight, until the rider is on board. */
export const canPutOff = (status: TripStatus): boolean => status === 'CONFIRMED' || status === 'OTWTP';

/** The trip with the update; undefined if that changes nothing. VAT is recalculated at the trip's own rate. */
export function applyUpdate(trip: TripInJson, { scheduledAt, ...rest }: TripUpdate): UpdatedTrip | undefined {
  const current = { ...trip, scheduledAt: new Date(trip.scheduledAt).toISOString() };
  const priceHtCents = priceBeforeVat(rest.priceCents, trip.vatRate);
  const updated = { ...current, ...rest, scheduledAt: scheduledAt.toISOString(), priceHtCents };
  const differing = UPDATABLE.filter((member) => current[member] !== updated[member]);
  if (differing.length === 0) return undefined;
  const only = (from: TripInJson): Partial<UpdatableMembers> =>
    Object.fromEntries(differing.map((member) => [member, from[member]]));
  return { members: updated, fixedMembers: renderFixedMembers(updated), before: only(current), after: only(updated) };
}
