import { describe, expect, it } from 'vitest';
import { listRiders } from '../../src/catalogue/riderStore.ts';
import { referenceOf } from '../../src/identifiers.ts';
import { bookingBody, expectFaults, newKey } from '../support/client.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const hexId = expect.stringMatching(/^[0-9a-f]{24}$/);

const service = await serviceForFile();
const driver = await service.account();

const rider = async (account: TestAccount, clientId: string) =>
  (await listRiders(service.database, account.accountId)).find((each) => each.clientId === clientId);

describe('POST /v1/trips', () => {
  it('answers the smallest booking with every default filled in and every absent value null', async () => {
    const { status, body, headers } = await driver.api.create();
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('idempotent-replayed')).toBeNull();
    expect(body).toEqual({
      success: true,
      message: 'Trip created',
      data: {
        _id: hexId,
        userId: driver.accountId,
        executorId: driver.accountId,
        status: 'CONFIRMED',
        pickupAddress: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
        destinationAddress: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
        scheduledPickupTime: '2027-03-14T09:30:00.000Z',
        price: 66,
        priceHT: 60,
        vatRate: 10,
        vatAmount: 6,
        tripType: 'TRIP',
        isPaid: false,
        clientId: hexId,
        vehicleId: null,
        serviceTierId: null,
        pricingSchemeId: null,
        paxNumber: 1,
        note: null,
        externalReference: null,
        metadata: {},
        reference: referenceOf(body.data._id),
        estimatedDistanceKm: null,
        estimatedDurationMinutes: null,
        createdAt: '2027-03-01T08:00:00.000Z',
      },
    });
  });

  it('answers every optional value as it was sent, and so does a later read', async () => {
    const optional = {
      clientId: driver.riders[1]?.clientId,
      vehicleId: driver.vehicles[0]?.vehicleId,
      serviceTierId: driver.serviceTiers[2]?.serviceTierId,
      pricingSchemeId: driver.pricingSchemes[0]?.pricingSchemeId,
      tripType: 'AVAILABILITY',
      paxNumber: 7,
      note: 'Two bags,\nring twice.',
      estimatedDistanceKm: 31.25,
      estimatedDurationMinutes: 42.5,
    };
    const created = await driver.api.createdTrip({ ...optional, client: undefined });
    expect(created).toMatchObject(optional);
    const { statusHistory, ...read } = await driver.api.tripNow(created._id);
    expect(read).toEqual(created);
    expect(statusHistory).toEqual([{ status: 'CONFIRMED', changedAt: created.createdAt, changedBy: 'API' }]);
  });

  it('makes a DRIVER the executor and leaves a CONTRACTOR’s trip unassigned', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const driven = await driver.api.createdTrip();
    const contracted = await contractor.api.createdTrip();
    expect([driven.userId, driven.executorId]).toEqual([driver.accountId, driver.accountId]);
    expect([contracted.userId, contracted.executorId]).toEqual([contractor.accountId, null]);
    expect((await contractor.api.tripNow(contracted._id)).executorId).toBeNull();
  });

  it('stores a new rider with all that was said of them', async () => {
    const client = {
      firstName: 'Zoë',
      lastName: 'Łukasiewicz',
      phone: '+48 123 456 789',
      email: 'zoe@example.pl',
      companyName: 'Łódź Sp. z o.o.',
      type: 'BUSINESS',
      address: 'ul. Piotrkowska 1',
      city: 'Łódź',
      country: 'Polska',
      postalCode: '90-001',
    };
    const { clientId } = await driver.api.createdTrip({ client });
    expect(await rider(driver, clientId)).toEqual({ accountId: driver.accountId, clientId, ...client });
  });

  it('stores nothing for what was not said of a new rider', async () => {
    const client = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };
    const { clientId } = await driver.api.createdTrip({ client });
    const absent = {
      phone: null,
      companyName: null,
      type: null,
      address: null,
      city: null,
      country: null,
      postalCode: null,
    };
    expect(await rider(driver, clientId)).toEqual({ accountId: driver.accountId, clientId, ...client, ...absent });
  });

  it('lets a later booking name the rider that an earlier one made', async () => {
    const { clientId } = await driver.api.createdTrip();
    const before = (await listRiders(service.database, driver.accountId)).length;
    const again = await driver.api.createdTrip({ client: undefined, clientId });
    expect(again.clientId).toBe(clientId);
    expect(await listRiders(service.database, driver.accountId)).toHaveLength(before);
  });

  it('makes a trip and a rider of its own for each booking, however alike they are', async () => {
    const [first, second] = [await driver.api.createdTrip(), await driver.api.createdTrip()];
    expect(second._id).not.toBe(first._id);
    expect(second.clientId).not.toBe(first.clientId);
  });

  it('writes neither a trip nor a rider for a booking that is refused', async () => {
    const account = await service.account();
    const ridersBefore = await listRiders(service.database, account.accountId);
    for (const changes of [{ vehicleId: '0'.repeat(24) }, { scheduledAt: '2020-01-01T00:00:00Z' }, { price: -1 }]) {
      expect((await account.api.create(changes)).status).toBe(400);
    }
    expect((await account.api.list()).body.pagination.total).toBe(0);
    expect(await listRiders(service.database, account.accountId)).toEqual(ridersBefore);
  });

  it('refuses query parameters, and books nothing then', async () => {
    const account = await service.account();
    const answer = await account.api.send('POST', '/v1/trips?dryRun=true', { body: bookingBody(), headers: newKey() });
    expectFaults(answer, ['dryRun is not a known query parameter']);
    expect((await account.api.list()).body.pagination.total).toBe(0);
  });
});
