import { describe, expect, it } from 'vitest';
import { retireVehicle } from '../../src/catalogue/vehicleStore.ts';
import type { Event } from '../../src/contract/event.ts';
import { eraseTrips } from '../../src/privacy/riderDataStore.ts';
import { stepTrip, type UpdateOutcome, updateTrip } from '../../src/trips/store/changeTrip.ts';
import { findTripRow } from '../../src/trips/store/findTrips.ts';
import { applyUpdate, type TripUpdate } from '../../src/trips/updateTrip.ts';
import { newKey } from '../support/client.ts';
import { countOf } from '../support/databaseOfService.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();

/** Updates a trip as the dashboard does, from its current version or from an older one. */
async function update(
  { accountId }: TestAccount,
  tripId: string,
  changes: Partial<TripUpdate>,
  version?: number,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<UpdateOutcome> {
  const found = await findTripRow(service.database, { accountId, tripId });
  if (!found) throw new Error(`there is no trip ${tripId}`);
  const updated = applyUpdate(found, { ...found, scheduledAt: new Date(found.scheduledAt), ...changes });
  if (!updated) throw new Error('nothing changes');
  await meanwhile();
  const trip = { ...found, accountId, version: version ?? found.version };
  return updateTrip(service.database, { trip, updated, changedAt: service.clock.now(), changedBy: 'DASHBOARD' });
}

describe('an updated trip', () => {
  it('is read, listed and cancelled with its new members and its VAT', async () => {
    const account = await service.account();
    const trip = await account.api.createdTrip({ price: 110, note: 'two bags' });
    const scheduledAt = new Date('2027-06-02T07:30:00.000Z');
    const outcome = await update(account, trip._id, { scheduledAt, paxNumber: 3, note: null, priceCents: 12_345 });
    expect(outcome.verdict).toBe('updated');
    const expected = {
      ...trip,
      scheduledPickupTime: scheduledAt.toISOString(),
      paxNumber: 3,
      note: null,
      price: 123.45,
      priceHT: 112.23,
      vatAmount: 11.22,
    };
    const { statusHistory, ...read } = await account.api.tripNow(trip._id);
    expect(read).toEqual(expected);
    expect(statusHistory).toHaveLength(1);
    expect((await account.api.list()).body.data).toEqual([expected]);
    expect((await account.api.list('?from=2027-06-02&to=2027-06-02')).body.data).toEqual([expected]);
    const cancelled = await account.api.cancel(trip._id);
    expect(cancelled.body.data).toEqual({ ...expected, status: 'CANCELLED' });
  });

  it('leaves the response to its booking as it was, also after the second update', async () => {
    const account = await service.account();
    const key = newKey();
    const booked = await account.api.create({ price: 50 }, key);
    for (const stored of ['in full', 'with the trip']) {
      if (stored === 'with the trip')
        await service.database.query({ text: 'UPDATE idempotency_keys SET response_body = NULL' });
      await update(account, booked.body.data._id, { paxNumber: stored === 'in full' ? 2 : 4 });
      const replayed = await account.api.create({ price: 50 }, key);
      expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(replayed.text).toBe(booked.text);
    }
    expect((await account.api.tripNow(booked.body.data._id)).paxNumber).toBe(4);
  });

  it('makes an event, and earlier events keep the trip as it was then', async () => {
    const account = await service.account();
    const trip = await account.api.createdTrip({ price: 10, paxNumber: 1, note: 'first' });
    await update(account, trip._id, { paxNumber: 2 });
    await update(account, trip._id, { paxNumber: 3, note: 'third' });
    await stepTrip(service.database, {
      trip: { accountId: account.accountId, tripId: trip._id, version: 3 },
      steps: ['OTWTP'],
      changedAt: service.clock.now(),
      changedBy: 'DASHBOARD',
    });
    const { body } = await account.api.send('GET', '/v1/events');
    const last = { ...trip, paxNumber: 3, note: 'third' };
    expect(
      body.data.map(({ type, changedBy, data }: Event) => [type, changedBy, data.previousStatus, data.trip]),
    ).toEqual([
      ['trip.created', 'API', null, trip],
      ['trip.updated', 'DASHBOARD', 'CONFIRMED', { ...trip, paxNumber: 2 }],
      ['trip.updated', 'DASHBOARD', 'CONFIRMED', last],
      ['trip.status_changed', 'DASHBOARD', 'CONFIRMED', { ...last, status: 'OTWTP' }],
    ]);
    const ofType = await account.api.send('GET', '/v1/events?type=trip.updated');
    expect(ofType.body.data).toEqual(body.data.slice(1, 3));
    const one = await account.api.send('GET', `/v1/events/${trip._id}-2`);
    expect(one.body.data).toEqual(body.data[1]);
  });

  it('keeps what was changed: before and after, only what differs', async () => {
    const account = await service.account();
    const trip = await account.api.createdTrip({ price: 11 });
    await update(account, trip._id, { priceCents: 2200 });
    const { rows } = await service.database.query({
      text: 'SELECT before, after, changed_by FROM trip_changes WHERE account_id = $1',
      values: [account.accountId],
    });
    expect(rows).toEqual([
      {
        before: { priceCents: 1100, priceHtCents: 1000 },
        after: { priceCents: 2200, priceHtCents: 2000 },
        changed_by: 'DASHBOARD',
      },
    ]);
  });
});

describe('an update is refused', () => {
  const refused = async (
    account: TestAccount,
    tripId: string,
    outcome: UpdateOutcome['verdict'],
    act: () => Promise<UpdateOutcome>,
  ) => {
    const before = await account.api.read(tripId);
    expect(await act()).toEqual({ verdict: outcome });
    expect((await account.api.read(tripId)).text).toBe(before.text);
    expect(await countOf(service, 'SELECT count(*) FROM trip_changes WHERE trip_id = $1', [tripId])).toBe(0);
  };

  it('if the trip has changed since it was read', async () => {
    const account = await service.account();
    const { _id } = await account.api.createdTrip();
    await refused(account, _id, 'changed_meanwhile', () => update(account, _id, { paxNumber: 5 }, 2));
  });

  it('if it was erased with its rider meanwhile, so that nothing of the trip comes back', async () => {
    const account = await service.account();
    const { _id } = await account.api.createdTrip();
    const erase = () => eraseTrips(service.database, account.accountId, [_id]);
    const outcome = await update(account, _id, { paxNumber: 5 }, undefined, erase);
    expect(outcome).toEqual({ verdict: 'changed_meanwhile' });
    expect(await account.api.tripNow(_id)).toMatchObject({ paxNumber: 1, pickupAddress: { address: 'Erased' } });
  });

  it('if the vehicle is another account’s, or nobody’s', async () => {
    const account = await service.account();
    const other = await service.account();
    const { _id } = await account.api.createdTrip();
    for (const vehicleId of [other.vehicles[0]?.vehicleId ?? '', 'f'.repeat(24)])
      await refused(account, _id, 'VEHICLE_NOT_FOUND', () => update(account, _id, { vehicleId }));
  });

  it('if the vehicle is retired, unless the trip has it already', async () => {
    const account = await service.account();
    const vehicleId = account.vehicles[0]?.vehicleId ?? '';
    const [without, withIt] = [await account.api.createdTrip(), await account.api.createdTrip({ vehicleId })];
    await retireVehicle(service.database, account.accountId, vehicleId, service.clock.now());
    await refused(account, without._id, 'VEHICLE_NOT_FOUND', () => update(account, without._id, { vehicleId }));
    expect((await update(account, withIt._id, { note: 'Gate B' })).verdict).toBe('updated');
    expect(await account.api.tripNow(withIt._id)).toMatchObject({ vehicleId, note: 'Gate B' });
  });
});
