import { describe, expect, expectTypeOf, it } from 'vitest';
import { bookingBody } from '../../../test/support/client.ts';
import { serviceForFile } from '../../../test/support/service.ts';
import {
  type Attempt,
  type CreateTripRequest,
  isCode,
  type Trip,
  TripBooking,
  type TripBookingError,
  type TripBookingOptions,
} from '../src/index.ts';
import { all } from './scripted.ts';

const service = await serviceForFile();
const booking = (changes: Partial<CreateTripRequest> = {}) => bookingBody(changes) as CreateTripRequest;
const clientFor = async (options: Partial<TripBookingOptions> = {}) => {
  const account = await service.account();
  return { account, api: new TripBooking({ baseUrl: service.url, apiKey: account.apiKey, ...options }) };
};
const { account, api } = await clientFor();

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was not refused'),
    (error: TripBookingError) => error,
  );

describe('trips', () => {
  it('are booked, read and cancelled with the members of the description', async () => {
    const trip = await api.trips.create(booking({ note: 'Two suitcases' }));
    expectTypeOf(trip).toEqualTypeOf<Trip>();
    expect(trip).toMatchObject({ status: 'CONFIRMED', price: 66, priceHT: 60, note: 'Two suitcases' });
    expect(await api.trips.get(trip._id)).toMatchObject({ ...trip, statusHistory: [{ status: 'CONFIRMED' }] });
    expect(await api.trips.cancel(trip._id, { reason: 'Flight cancelled' })).toEqual({ ...trip, status: 'CANCELLED' });
  });

  it('are booked once under the caller’s own idempotency key', async () => {
    const idempotencyKey = 'order-4711';
    const first = await api.trips.create(booking(), { idempotencyKey });
    expect(await api.trips.create(booking(), { idempotencyKey })).toEqual(first);
    const error = await refusal(api.trips.create(booking({ price: 67 }), { idempotencyKey }));
    expect(error).toMatchObject({ code: 'IDEMPOTENCY_KEY_CONFLICT', status: 409, idempotencyKey });
  });

  it('are reported as replays to the callback of the call, and of the client', async () => {
    const ofClient: boolean[] = [];
    const { api } = await clientFor({ onAttempt: ({ isReplay }) => ofClient.push(isReplay) });
    const ofCalls: boolean[] = [];
    const options = {
      idempotencyKey: 'order-4712:1',
      onAttempt: ({ isReplay }: Attempt) => ofCalls.push(isReplay),
    };
    const request = booking();
    const { _id } = await api.trips.create(request, options);
    await api.trips.cancel(_id);
    expect(await api.trips.create(request, options)).toMatchObject({ _id, status: 'CONFIRMED' });
    expect(ofCalls).toEqual([false, true]);
    expect(ofClient).toEqual([false, false, true]);
  });

  it('booked by two calls are two trips, each under a key of its own', async () => {
    const [one, other] = [await api.trips.create(booking()), await api.trips.create(booking())];
    expect(one._id).not.toBe(other._id);
  });

  it('are read page by page, with the filters of the description', async () => {
    const { api } = await clientFor();
    const trips: Trip[] = [];
    for (let count = 0; count < 5; count += 1) trips.unshift(await api.trips.create(booking()));
    await api.trips.cancel(trips[1]?._id ?? '');
    const { data, pagination } = await api.trips.page({ status: 'CONFIRMED', limit: 3, page: 2 });
    expect(pagination).toEqual({ page: 2, limit: 3, total: 4, pages: 2, hasNext: false, hasPrevious: true });
    expect(data).toEqual([trips[4]]);
    const listed = await all(api.trips.list({ status: 'CONFIRMED', limit: 2 }));
    expect(listed).toEqual([trips[0], trips[2], trips[3], trips[4]]);
    expect(await all(api.trips.list({ status: 'FINISHED' }))).toEqual([]);
  });

  it('are listed once each, also when others are booked meanwhile', async () => {
    const { api } = await clientFor();
    const before: string[] = [];
    for (let count = 0; count < 5; count += 1) before.unshift((await api.trips.create(booking()))._id);
    const listed: string[] = [];
    for await (const { _id } of api.trips.list({ limit: 2 })) {
      listed.push(_id);
      if (listed.length === 1 || listed.length === 3) await api.trips.create(booking());
    }
    expect(listed).toEqual(before);
  });
});

describe('quotes', () => {
  it('give the price to book with', async () => {
    const serviceTierId = account.serviceTiers[0]?.serviceTierId ?? '';
    const { vat, price } = await api.quotes.create({ pickup: 'Gare de Lyon, Paris', dropoff: 'CDG 2E', serviceTierId });
    const trip = await api.trips.create(booking({ price: vat.totalTTC }));
    expect([trip.price, trip.priceHT, trip.vatAmount]).toEqual([vat.totalTTC, price.total, vat.amount]);
  });
});

describe('a refusal', () => {
  it('is an error with the code, the status, every message and the request’s identifier', async () => {
    const error = await refusal(api.trips.create({ ...booking(), paxNumber: 0, price: -1 }));
    expect(error.name).toBe('TripBookingError');
    expect([error.code, error.status]).toEqual(['VALIDATION_FAILED', 400]);
    expect([...error.messages].sort()).toEqual(['paxNumber must be >= 1', 'price must be >= 0']);
    expect(service.logText()).toContain(error.requestId);
    expect(error.message).toContain('price must be >= 0');
    expect(error.message).toContain(error.requestId);
  });

  it('says which call was refused, as the error of a connection does', async () => {
    const error = await refusal(api.trips.cancel('665f1f77bcf86cd799439011'));
    const call = 'POST /v1/trips/665f1f77bcf86cd799439011/cancel';
    expect(error.message).toBe(`${call}: TRIP_NOT_FOUND (404): ${error.messages[0]} [request ${error.requestId}]`);
    const unreachable = new TripBooking({ baseUrl: 'http://127.0.0.1:1', apiKey: account.apiKey, maxRetries: 0 });
    const { message } = await refusal(unreachable.trips.cancel('665f1f77bcf86cd799439011'));
    expect(message.startsWith(`${call}: `)).toBe(true);
  });

  it('is narrowed by its code', async () => {
    const error: unknown = await refusal(api.trips.get('665f1f77bcf86cd799439011'));
    expect(isCode(error, 'TRIP_ALREADY_CANCELLED')).toBe(false);
    expect(isCode(error, 'TRIP_ALREADY_CANCELLED', 'TRIP_NOT_FOUND')).toBe(true);
    if (isCode(error, 'TRIP_NOT_FOUND')) expectTypeOf(error.code).toEqualTypeOf<'TRIP_NOT_FOUND'>();
    // @ts-expect-error: not a code of the description
    expect(isCode(error, 'TRIP_NOT_FOUNDED')).toBe(false);
    expect(isCode(new Error('TRIP_NOT_FOUND'), 'TRIP_NOT_FOUND')).toBe(false);
  });

  it('of a key is UNAUTHORIZED and is not retried', async () => {
    const attempts: number[] = [];
    const stranger = new TripBooking({
      baseUrl: service.url,
      apiKey: `trip_live_${'0'.repeat(24)}.${'x'.repeat(43)}`,
      onAttempt: ({ attempt }) => attempts.push(attempt),
    });
    expect(await refusal(stranger.trips.page())).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(attempts).toEqual([1]);
  });

  it('of a path that is part of an identifier reaches no other operation', async () => {
    expect(await refusal(api.trips.get('../quotes'))).toMatchObject({ code: 'TRIP_NOT_FOUND', status: 404 });
  });
});
