import { afterAll, describe, expect, it } from 'vitest';
import { findEventGaps, findMiscounts, findOrphans } from '../../src/trips/store/consistency.ts';
import { apiClient, newKey } from '../support/client.ts';
import { databaseForFile } from '../support/database.ts';
import { countTrips } from '../support/databaseOfService.ts';
import { startService } from '../support/service.ts';

// Two services with the functions for a cluster, which give the same answers on one PostgreSQL.
const on = await databaseForFile();
const [service, other] = [await startService({ on, layout: 'citus' }), await startService({ on, layout: 'citus' })];
afterAll(() => Promise.all([service.close(), other.close()]));
const account = await service.account({ role: 'CONTRACTOR' });
const there = apiClient(other.url, account.apiKey);

describe('bookings and cancellations by functions', () => {
  it('make one trip of many requests with one key to two services, each of which gets it or a 409', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const headers = newKey();
      const clients = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? account.api : there));
      const answers = await Promise.all(clients.map((client) => client.create({}, headers)));
      const booked = answers.filter(({ status }) => status === 201);
      expect(booked.length).toBeGreaterThan(0);
      expect(new Set(booked.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
      expect(await countTrips(service, account)).toBe(round);
    }
  });

  it('cancel once, whichever service is asked, and replay under the same key', async () => {
    const trip = await account.api.createdTrip();
    const order = { headers: newKey(), body: { reason: 'Flight cancelled' } };
    const first = await account.api.cancel(trip._id, order);
    const again = await there.cancel(trip._id, order);
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true']);
    expect(again.text).toBe(first.text);
    expect((await there.cancel(trip._id)).body.code).toBe('TRIP_ALREADY_CANCELLED');
    const { statusHistory } = await there.tripNow(trip._id);
    expect(statusHistory.map(({ status }) => status)).toEqual(['CONFIRMED', 'CANCELLED']);
  });

  it.each([
    ['clientId', 'CLIENT_NOT_FOUND'],
    ['vehicleId', 'VEHICLE_NOT_FOUND'],
    ['pricingSchemeId', 'PRICING_SCHEME_NOT_FOUND'],
    ['serviceTierId', 'SERVICE_TIER_NOT_FOUND'],
  ])('refuse a %s that is nobody’s, and leave the key free', async (member, code) => {
    const headers = newKey();
    const client = member === 'clientId' ? { client: undefined } : {};
    expect((await account.api.create({ ...client, [member]: '0'.repeat(24) }, headers)).body.code).toBe(code);
    expect((await account.api.create({}, headers)).status).toBe(201);
  });

  it('leave counts, references and events as they should be', async () => {
    const { database } = service;
    expect([await findMiscounts(database), await findOrphans(database)]).toEqual([[], []]);
    expect(await findEventGaps(database)).toEqual([]);
  });
});
