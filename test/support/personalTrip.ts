import { expect } from 'vitest';
import type { RiderDetails } from '../../src/catalogue/riderStore.ts';
import type { CreateTripRequest } from '../../src/contract/trip.ts';
import { assignTrip, updateTrip } from '../../src/trips/store/changeTrip.ts';
import { findTripRow, type TripReference } from '../../src/trips/store/findTrips.ts';
import type { UpdatableMembers } from '../../src/trips/store/tripColumns.ts';
import { applyUpdate } from '../../src/trips/updateTrip.ts';
import { newKey } from './client.ts';
import type { TestAccount, TestService } from './service.ts';

/** What stays when a rider is erased: it says nothing about the person. */
type Impersonal =
  | ('scheduledAt' | 'price' | 'paxNumber' | 'tripType' | 'estimatedDistanceKm' | 'estimatedDurationMinutes')
  | ('clientId' | 'vehicleId' | 'serviceTierId' | 'pricingSchemeId' | 'externalReference');

/** Nothing of it occurs anywhere else. */
export const PERSON: Required<Omit<RiderDetails, 'type'>> = {
  ...{ firstName: 'Zénobie', lastName: 'Quartermain', phone: '+33698127634', email: 'zenobie@quartermain.example' },
  ...{ companyName: 'Quartermain & Filles', address: '9 impasse Zinnia', city: 'Vézelay', postalCode: 'FR-89450' },
  country: 'Zubrowka',
};

/** Every member of a booking that erasing must clear. A new member belongs here or above: otherwise this does not compile. */
export const PERSONAL: Required<Omit<CreateTripRequest, Impersonal>> = {
  client: PERSON,
  pickup: { address: '9 impasse Zinnia, FR-89450 Vézelay', lat: 47.46632, lng: 3.74811 },
  dropoff: { address: 'Clinique Xanthos, Auxerre', lat: 47.79877, lng: 3.57334 },
  note: 'Fauteuil roulant Zinnia',
  metadata: { patient: 'Dossier-7741-Z' },
};

/** What people can change of a trip and says nothing about the person either. */
export const IMPERSONAL_CHANGES = [
  'scheduledAt',
  'estimatedDurationMinutes',
  'vehicleId',
  'paxNumber',
  'priceCents',
  'priceHtCents',
] as const satisfies readonly (Impersonal | 'priceCents' | 'priceHtCents')[];
/** What every other member that people can change is changed to: erasing must clear it, and what it was before, in `trip_changes` too. */
export const CHANGED: Omit<UpdatableMembers, (typeof IMPERSONAL_CHANGES)[number]> = { note: 'Urgence Zinnia' };

export const TRIP = { ...PERSONAL, externalReference: 'ORDER-5512' };

/** None is hexadecimal, as identifiers and hashes are. */
export const SECRETS = [
  ...['nobie', 'uartermain', '+33698127634', 'innia', 'zelay', 'FR-89450', 'ubrowka', 'anthos', 'auxerre', 'Fauteuil'],
  ...['Dossier', '47.4663', '3.7481', '47.7987', '3.5733', 'Migraine', 'Urgence', 'Allergie'],
];

/** The secrets in a value, with the names that lead to them: `table.column: secret` in rows by table. In a text, the secret alone. */
export const secretsIn = (value: unknown): string[] => [...new Set(placesOf(value, []))];

function placesOf(value: unknown, path: string[]): string[] {
  if (typeof value === 'object' && value !== null && path.length < 2)
    return Object.entries(value).flatMap(([name, inner]) =>
      placesOf(inner, Array.isArray(value) ? path : [...path, name]),
    );
  const text = JSON.stringify(value ?? null).toLowerCase();
  const place = path.length === 0 ? '' : `${path.join('.')}: `;
  return SECRETS.filter((secret) => text.includes(secret.toLowerCase())).map((secret) => place + secret);
}

interface Travelled {
  clientId: string;
  tripId: string;
  bookingKey: Record<string, string>;
  cancelKey: Record<string, string>;
  cancelledId: string;
}

interface Traveller {
  service: TestService;
  account: TestAccount;
}

/** A trip that was booked, changed, assigned and finished long ago, and one that was cancelled just now. */
export async function travel({ service, account }: Traveller): Promise<Travelled> {
  const { api, accountId } = account;
  const [bookingKey, cancelKey] = [newKey(), newKey()];
  const booked = await api.create(TRIP, bookingKey);
  const { _id: tripId, clientId } = booked.body.data;
  await change(service, { accountId, tripId });
  const assigned = await assignTrip(service.database, {
    ...{ trip: { accountId, tripId, version: 2 }, executorId: accountId, reason: 'Allergie' },
    ...{ assignedAt: service.clock.now(), assignedBy: 'DASHBOARD' },
  });
  expect(assigned?.version).toBe(3);
  const other = await api.createdTrip({ ...TRIP, client: undefined, clientId });
  const reason = 'Migraine';
  await api.cancel(other._id, { body: { reason }, headers: cancelKey });
  await service.database.query({
    text: `UPDATE trips SET status = 'FINISHED', scheduled_at = '2027-01-01' WHERE account_id = $1 AND trip_id = $2`,
    values: [accountId, tripId],
  });
  return { clientId, tripId, bookingKey, cancelKey, cancelledId: other._id };
}

async function change({ database, clock }: TestService, reference: TripReference): Promise<void> {
  const found = await findTripRow(database, reference);
  const updated = found && applyUpdate(found, { ...found, scheduledAt: new Date(found.scheduledAt), ...CHANGED });
  expect(updated?.after).toEqual(CHANGED);
  if (!updated) return;
  const trip = { ...found, ...reference };
  const outcome = await updateTrip(database, { trip, updated, changedAt: clock.now(), changedBy: 'DASHBOARD' });
  expect(outcome.verdict).toBe('updated');
}
