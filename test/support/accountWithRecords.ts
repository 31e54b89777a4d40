import { randomUUID } from 'node:crypto';
import { insertPricingScheme, STARTING_RATES } from '../../src/catalogue/pricingSchemeStore.ts';
import { insertRider } from '../../src/catalogue/riderStore.ts';
import type { TripStatus } from '../../src/contract/trip.ts';
import { newId } from '../../src/identifiers.ts';
import { advanceTrip } from './advance.ts';
import { bookingBody } from './client.ts';
import type { TestAccount, TestService } from './service.ts';
import { makeEndpoint } from './webhooks.ts';

/** What a request can name. */
export interface Resources {
  tripId: string;
  clientId: string;
  /** Of a rider, and of nobody else's. */
  phone: string;
  email: string;
  /** Of `tripId`. */
  externalReference: string;
  vehicleId: string;
  pricingSchemeId: string;
  /** Not the default, and in use. */
  otherSchemeId: string;
  /** Under which `keyedBooking` was booked. */
  bookingKey: string;
  /** Under which it was booked again. */
  secondBookingKey: string;
  /** Under which `cancelledTripId` was cancelled. */
  cancelKey: string;
  cancelledTripId: string;
  /** A webhook endpoint, for which an event of `tripId` waits. */
  endpointId: string;
  /** On which nobody else has a pickup. */
  day: string;
  /** In which nobody else has a trip. */
  status: TripStatus;
}

export interface AccountWithRecords extends TestAccount {
  resources: Resources;
}

/** The same request for every sender. */
export const keyedBooking = bookingBody({ note: 'Booked under a key' });

const phoneOf = (id: string) => `0${BigInt(`0x${id}`) % 1_000_000_000_000n}`;

/** Names of the right form for things that nobody has. */
export const absentResources = (day: string, status: TripStatus): Resources => ({
  tripId: newId(),
  clientId: newId(),
  phone: phoneOf(newId()),
  email: `${newId()}@example.fr`,
  externalReference: newId(),
  vehicleId: newId(),
  pricingSchemeId: newId(),
  otherSchemeId: newId(),
  bookingKey: randomUUID(),
  secondBookingKey: randomUUID(),
  cancelKey: randomUUID(),
  cancelledTripId: newId(),
  endpointId: newId(),
  day,
  status,
});

/** An account that has one of everything a request can name. */
export async function furnish(
  service: TestService,
  account: TestAccount,
  { day, status }: Pick<Resources, 'day' | 'status'>,
): Promise<AccountWithRecords> {
  const { api, riders, vehicles, pricingSchemes } = account;
  const bookOn = async (date: string, more = {}) =>
    (await api.createdTrip({ scheduledAt: `${date}T10:00:00Z`, ...more }))._id;
  const [bookingKey, secondBookingKey, cancelKey] = [randomUUID(), randomUUID(), randomUUID()];
  for (const key of [bookingKey, secondBookingKey])
    await api.send('POST', '/v1/trips', { body: keyedBooking, headers: { 'idempotency-key': key } });
  const cancelledTripId = await bookOn('2027-05-01');
  await api.cancel(cancelledTripId, { headers: { 'idempotency-key': cancelKey } });
  await advanceTrip(service, await bookOn(day), status);
  const { accountId } = account;
  const [phone, email] = [phoneOf(accountId), `${accountId}@example.fr`];
  const rider = { accountId, clientId: newId(), firstName: 'Only', lastName: 'Here', phone, email };
  await insertRider(service.database, rider, service.clock.now());
  const otherSchemeId = newId();
  const scheme = { accountId, pricingSchemeId: otherSchemeId, name: 'Other', isDefault: false };
  const rates = { timeZone: 'Europe/Paris', rates: STARTING_RATES, windows: [] };
  await insertPricingScheme(service.database, { ...scheme, ...rates }, service.clock.now());
  const tripId = await bookOn('2027-06-01', { externalReference: accountId });
  const endpointId = await makeEndpoint(service.database, accountId, tripId);
  await bookOn('2027-06-02', { vehicleId: vehicles[0]?.vehicleId }); // its first event is not queued yet
  const resources = {
    tripId,
    externalReference: accountId,
    clientId: riders[0]?.clientId ?? '',
    phone,
    email,
    vehicleId: vehicles[0]?.vehicleId ?? '',
    pricingSchemeId: pricingSchemes[0]?.pricingSchemeId ?? '',
    otherSchemeId,
    bookingKey,
    secondBookingKey,
    cancelKey,
    cancelledTripId,
    endpointId,
    day,
    status,
  };
  return { ...account, resources };
}
