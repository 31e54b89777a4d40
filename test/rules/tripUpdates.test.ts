import { expect, it } from 'vitest';
import { bookingExample } from '../../src/contract/openapi/examples.ts';
import { TRIP_STATUSES } from '../../src/contract/values.ts';
import { updateLines } from '../../src/dashboard/trips/updateLines.ts';
import { draftTrip } from '../../src/trips/draft.ts';
import type { TripInJson } from '../../src/trips/tripRow.ts';
import { renderFixedMembers } from '../../src/trips/tripView.ts';
import { applyUpdate, canPutOff, canUpdate, type TripUpdate } from '../../src/trips/updateTrip.ts';

const account = { accountId: '1'.repeat(24), role: 'DRIVER', isVatExempt: false } as const;
const drafted = draftTrip({ ...bookingExample, price: 110 }, account, new Date('2027-03-01T08:00:00Z')).trip;
const trip: TripInJson = JSON.parse(JSON.stringify(drafted));
const unchanged: TripUpdate = {
  scheduledAt: drafted.scheduledAt,
  estimatedDurationMinutes: drafted.estimatedDurationMinutes,
  vehicleId: drafted.vehicleId,
  paxNumber: drafted.paxNumber,
  note: drafted.note,
  priceCents: drafted.priceCents,
};

it('a trip can be updated until it is paid or cancelled, and put off until the rider is on board', () => {
  expect(TRIP_STATUSES.filter(canUpdate)).toEqual(['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED']);
  expect(TRIP_STATUSES.filter(canPutOff)).toEqual(['CONFIRMED', 'OTWTP']);
});

it('an update that changes nothing is none, also if the time is written in another way', () => {
  expect(applyUpdate(trip, unchanged)).toBeUndefined();
  const otherwise = { ...trip, scheduledAt: trip.scheduledAt.replace('.000Z', '+00:00') };
  expect(applyUpdate(otherwise, unchanged)).toBeUndefined();
});

it('an update of the price changes the price before VAT with it, at the rate of the trip', () => {
  const updated = applyUpdate(trip, { ...unchanged, priceCents: 22_000 as never });
  const members = { ...trip, priceCents: 22_000, priceHtCents: 20_000 };
  expect(updated).toEqual({
    members,
    fixedMembers: renderFixedMembers(members as never),
    before: { priceCents: 11_000, priceHtCents: 10_000 },
    after: { priceCents: 22_000, priceHtCents: 20_000 },
  });
});

it.each<[string, Partial<TripUpdate>, Partial<TripInJson>]>([
  ['time', { scheduledAt: new Date('2027-05-01T10:00:00Z') }, { scheduledAt: '2027-05-01T10:00:00.000Z' }],
  ['vehicle', { vehicleId: '2'.repeat(24) }, { vehicleId: '2'.repeat(24) }],
  ['passengers', { paxNumber: 7 }, { paxNumber: 7 }],
  ['note', { note: 'Gate 7' }, { note: 'Gate 7' }],
])('an update of the %s changes nothing else', (_, change, after) => {
  const updated = applyUpdate(trip, { ...unchanged, ...change });
  expect([updated?.after, updated?.members]).toEqual([after, { ...trip, ...after }]);
  const [member] = Object.keys(after) as (keyof TripInJson)[];
  expect(updated?.before).toEqual({ [member as string]: trip[member as 'note'] });
});

it.each<[string, Partial<TripInJson>, Partial<TripInJson>, string]>([
  ['was erased', { note: null }, { note: null }, 'Note for the driver: Erased'],
  ['of any kind was erased', { vehicleId: null }, { vehicleId: null }, 'Vehicle: Erased'],
  ['was added', { note: null }, { note: 'Gate 7' }, 'Note for the driver: none → Gate 7'],
])('the history says of a member that it %s', (_, before, after, line) => {
  expect(updateLines({ before, after } as never, [], 'en')).toEqual([line]);
});
