import { describe, expect, expectTypeOf, it } from 'vitest';
import { bookingBody } from '../../../test/support/client.ts';
import { serviceForFile } from '../../../test/support/service.ts';
import { type Client, type CreateTripRequest, type EventType, isCode, type Trip, TripBooking } from '../src/index.ts';
import { faultyProxyForFile } from './faultyProxy.ts';
import { all, type Scripted, scripted, success } from './scripted.ts';

const service = await serviceForFile();
const proxy = await faultyProxyForFile(service.url);
const clientFor = async () => {
  const account = await service.account();
  return { account, api: new TripBooking({ baseUrl: proxy.url, apiKey: account.apiKey, timeoutMs: 2_000 }) };
};
const booking = bookingBody() as CreateTripRequest;

describe('the catalogue', () => {
  it('lists the tiers, schemes and vehicles that quotes and bookings refer to', async () => {
    const { account, api } = await clientFor();
    const tiers = await all(api.serviceTiers.list());
    expect(tiers).toContainEqual(expect.objectContaining({ _id: account.serviceTiers[0]?.serviceTierId }));
    const [scheme] = await all(api.pricingSchemes.list());
    expect(scheme?.rates.TRIP.perKm).toBeGreaterThan(0);
    const vehicles = await all(api.vehicles.list({ limit: 1 }));
    expect(vehicles.map(({ _id }) => _id).sort()).toEqual(account.vehicles.map(({ vehicleId }) => vehicleId).sort());
    const [tier] = tiers;
    const quote = { pickup: 'Paris', dropoff: 'Lyon', serviceTierId: tier?._id ?? '' };
    expect((await api.quotes.create({ ...quote, pricingSchemeId: scheme?._id ?? '' })).serviceTierName).toBe(
      tier?.name,
    );
    const trip = await api.trips.create({ ...booking, vehicleId: vehicles[0]?._id ?? '' });
    expect(trip.vehicleId).toBe(vehicles[0]?._id);
  });

  it('finds riders by phone, however it is written, and reads one', async () => {
    const { api } = await clientFor();
    const { clientId } = await api.trips.create(booking);
    const [found] = await all(api.clients.list({ phone: '06 12 34 56 78' }));
    expectTypeOf(found).toEqualTypeOf<Client | undefined>();
    expect(found).toMatchObject({ _id: clientId, firstName: 'Ada' });
    expect(await api.clients.get(clientId)).toEqual(found);
    const error = await api.clients.get('665f1f77bcf86cd799439011').catch((error: unknown) => error);
    expect(isCode(error, 'NOT_FOUND')).toBe(true);
  });
});

describe('events', () => {
  it('are read from the cursor of an account that had none', async () => {
    const { api } = await clientFor();
    const { next: after } = (await api.events.page()).pagination;
    expect(after).toBeNull();
    const trip = await api.trips.create(booking);
    const events = [...(await api.events.page({ after })).data, ...(await all(api.events.list({ after })))];
    expect(events.map(({ data }) => data.trip._id)).toEqual([trip._id, trip._id]);
  });

  it('are listed and read, each with the trip as it was', async () => {
    const { api } = await clientFor();
    const trip = await api.trips.create({ ...booking, externalReference: 'order-1', metadata: { desk: '4' } });
    const cancelled = await api.trips.cancel(trip._id);
    const [first, second] = await all(api.events.list({ limit: 1 }));
    expect([first?.type, first?.data.trip]).toEqual(['trip.created', trip]);
    expect([second?.type, second?.data]).toEqual(['trip.cancelled', { trip: cancelled, previousStatus: 'CONFIRMED' }]);
    expect(await api.events.get(second?._id ?? '')).toEqual(second);
    expect(await all(api.events.list({ after: first?._id }))).toEqual([second]);
    expect(await all(api.events.list({ type: 'trip.updated' }))).toEqual([]);
    expectTypeOf(second?.data.trip).toEqualTypeOf<Trip | undefined>();
  });

  it('are followed without gap or repetition, also when answers get lost', async () => {
    const { api } = await clientFor();
    const stopping = new AbortController();
    const seen: [EventType, string][] = [];
    const booked: string[] = [];
    const follow = async () => {
      for await (const { type, tripId } of api.events.follow({
        signal: stopping.signal,
        pollSeconds: 0.02,
        limit: 2,
      })) {
        seen.push([type, tripId]);
        if (seen.length === 9) stopping.abort();
      }
    };
    const followed = follow();
    for (let count = 0; count < 9; count += 1) {
      if (count % 3 === 1) proxy.failNext('dropped', 503, 'cut');
      booked.push((await api.trips.create(booking))._id);
    }
    await followed;
    expect(seen).toEqual(booked.map((tripId) => ['trip.created', tripId]));
  });

  it('are followed through an outage, until a refusal that will not pass', async () => {
    const page = (event: string) => success({ data: [{ _id: event }], pagination: { hasNext: false, next: event } });
    const refused: Scripted = [401, {}, JSON.stringify({ code: 'UNAUTHORIZED', message: 'no' })];
    const { url, requests } = await scripted(
      page('a-1'),
      [503, { 'retry-after': '7' }],
      [502, {}],
      page('a-2'),
      refused,
    );
    const api = new TripBooking({ baseUrl: url, apiKey: 'trip_live_k.s', maxRetries: 0 });
    const seen: string[] = [];
    const follow = async () => {
      for await (const { _id } of api.events.follow({ pollSeconds: 0.001 })) seen.push(_id);
    };
    await expect(follow()).rejects.toMatchObject({ code: 'UNAUTHORIZED', retryAfterSeconds: null });
    expect(seen).toEqual(['a-1', 'a-2']);
    expect(requests.map(({ line }) => /after=([\w-]+)/.exec(line)?.[1])).toEqual([
      undefined,
      'a-1',
      'a-1',
      'a-1',
      'a-2',
    ]);
  });

  it('are followed while nothing answers, until the signal ends it', async () => {
    const api = new TripBooking({
      ...{ baseUrl: 'http://127.0.0.1:1', apiKey: 'trip_live_k.s', maxRetries: 0 },
      fetch: () => Promise.reject(new Error('refused')),
    });
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 50);
    expect(await all(api.events.follow({ pollSeconds: 0.001, signal: stopping.signal }))).toEqual([]);
  });
});
