import { describe, expect, it } from 'vitest';
import { bookingBody } from '../../../test/support/client.ts';
import { countTrips } from '../../../test/support/databaseOfService.ts';
import { serviceForFile } from '../../../test/support/service.ts';
import {
  type Attempt,
  type CreateTripRequest,
  TripBooking,
  TripBookingConnectionError,
  TripBookingError,
  type TripBookingOptions,
  TripBookingTimeoutError,
} from '../src/index.ts';
import { type Fault, faultyProxyForFile } from './faultyProxy.ts';
import { type Scripted, scripted } from './scripted.ts';

const service = await serviceForFile();
const account = await service.account();
const proxy = await faultyProxyForFile(service.url);
const booking = bookingBody() as CreateTripRequest;

/** A client behind the proxy, and its attempts. */
function clientWith(options: Partial<TripBookingOptions> = {}) {
  const attempts: Attempt[] = [];
  const api = new TripBooking({
    baseUrl: proxy.url,
    apiKey: account.apiKey,
    onAttempt: (attempt) => attempts.push(attempt),
    ...options,
  });
  return { api, attempts };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

const emptyPage = JSON.stringify({ success: true, data: [], pagination: { hasNext: false } });
const envelope = (statusCode: number, code: string) => JSON.stringify({ code, message: 'Wait.', statusCode });

// Short, so that an attempt that is never answered soon ends; long enough for a real answer on a busy machine.
const timeoutMs = 2_000;

describe('a booking whose answer is lost', () => {
  it.each<Fault>(['refused', 'dropped', 'cut', 'silent', 408, 500, 502, 503, 504])(
    'is made once: %s, twice',
    async (fault) => {
      const { api, attempts } = clientWith({ timeoutMs });
      const before = await countTrips(service, account);
      proxy.failNext(fault, fault);
      const trip = await api.trips.create(booking);
      expect(await countTrips(service, account)).toBe(before + 1);
      expect((await api.trips.get(trip._id)).status).toBe('CONFIRMED');
      const sent = proxy.requests.filter(({ method }) => method === 'POST');
      expect(sent).toHaveLength(3);
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
      expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
      // The service carried out the first attempt, unless it never arrived there.
      expect(attempts[2]?.isReplay).toBe(fault !== 'refused');
    },
  );

  it('is made once in a storm of faults of all kinds', async () => {
    const { api } = clientWith({ timeoutMs, maxRetries: 12 });
    const before = await countTrips(service, account);
    proxy.failNext('dropped', 503, 'refused', 'cut', 503, 'dropped', 'refused', 503, 502, 'cut', 504, 'dropped');
    const trips = await Promise.all(Array.from({ length: 6 }, () => api.trips.create(booking)));
    expect(new Set(trips.map(({ _id }) => _id)).size).toBe(6);
    expect(await countTrips(service, account)).toBe(before + 6);
  });

  it('is answered although the callback for logs throws', async () => {
    const { api } = clientWith({
      onAttempt: () => {
        throw new Error('the log is full');
      },
    });
    const before = await countTrips(service, account);
    proxy.failNext(503);
    expect((await api.trips.create(booking)).status).toBe('CONFIRMED');
    expect(await countTrips(service, account)).toBe(before + 1);
  });

  it('can be finished later under the key of the error', async () => {
    const { api } = clientWith({ timeoutMs, maxRetries: 1 });
    const before = await countTrips(service, account);
    proxy.failNext('dropped', 'dropped');
    const error = await failureOf(api.trips.create(booking));
    expect(error).toBeInstanceOf(TripBookingConnectionError);
    const { idempotencyKey = '' } = error as TripBookingConnectionError;
    expect(idempotencyKey).not.toBe('');
    await api.trips.create(booking, { idempotencyKey });
    expect(await countTrips(service, account)).toBe(before + 1);
  });
});

describe('other calls whose answer is lost', () => {
  it('cancel once, and answer as the first attempt would have', async () => {
    const { api } = clientWith({ timeoutMs });
    const { _id } = await api.trips.create(booking);
    proxy.failNext('dropped', 503);
    expect((await api.trips.cancel(_id)).status).toBe('CANCELLED');
    expect((await api.trips.get(_id)).statusHistory).toHaveLength(2);
  });

  it('read, list and quote as if nothing had happened', async () => {
    const { api } = clientWith({ timeoutMs });
    const { _id } = await api.trips.create(booking);
    proxy.failNext('dropped', 503);
    expect((await api.trips.get(_id))._id).toBe(_id);
    proxy.failNext('cut');
    expect((await api.trips.page({ limit: 1 })).data).toHaveLength(1);
    proxy.failNext(503);
    const serviceTierId = account.serviceTiers[0]?.serviceTierId ?? '';
    expect((await api.quotes.create({ pickup: 'Paris', dropoff: 'Lyon', serviceTierId })).serviceTierId).toBe(
      serviceTierId,
    );
  });

  it('are not repeated when that could act twice', async () => {
    const { api, attempts } = clientWith();
    proxy.failNext('refused', 503, 'dropped');
    const endpoint = { url: 'https://partner.example/hooks' };
    expect(await failureOf(api.webhookEndpoints.create(endpoint))).toBeInstanceOf(TripBookingConnectionError);
    expect(await failureOf(api.webhookEndpoints.rotateSecret('a'))).toMatchObject({ status: 503 });
    expect(await failureOf(api.events.redeliver('a', { endpointId: 'b' }))).toBeInstanceOf(TripBookingConnectionError);
    expect(proxy.requests).toHaveLength(3);
    expect(attempts.map(({ retryInMs }) => retryInMs)).toEqual([null, null, null]);
  });
});

describe('retries end', () => {
  it('after as many as allowed, with the last error', async () => {
    const { api, attempts } = clientWith({ maxRetries: 2 });
    proxy.failNext('dropped', 'dropped', 503, 503);
    const error = await failureOf(api.trips.page());
    expect(error).toBeInstanceOf(TripBookingError);
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 503 });
    expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, null],
      [2, null],
      [3, 503],
    ]);
  });

  it('when the time of the call is over, and do not wait for what would come too late', async () => {
    const { api, attempts } = clientWith();
    proxy.failNext('silent', 'silent', 'silent', 'silent');
    const startedAt = performance.now();
    const error = await failureOf(api.trips.page({}, { timeoutMs: 300, maxElapsedMs: 700 }));
    expect(error).toBeInstanceOf(TripBookingTimeoutError);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    expect(attempts.length).toBeLessThan(4);
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('not at once if the call may take %d ms', async (ms) => {
    const { api, attempts } = clientWith({ timeoutMs: ms, maxElapsedMs: ms });
    proxy.failNext();
    await api.trips.page();
    expect(attempts).toMatchObject([{ status: 200 }]);
  });

  it('when the caller ends the call, in an attempt or between two, with the caller’s reason', async () => {
    const { api } = clientWith();
    const reason = new Error('shutting down');
    const startedAt = performance.now();
    proxy.failNext('silent');
    expect(await failureOf(api.trips.page({}, { signal: endedIn(100, reason) }))).toBe(reason);
    const { api: patient, attempts } = clientWith({ baseUrl: await scriptedUrl([429, { 'retry-after': '60' }]) });
    const ending = new AbortController();
    const between = { signal: ending.signal, onAttempt: () => ending.abort(reason) };
    expect(await failureOf(patient.trips.page({}, between))).toBe(reason);
    expect(attempts).toHaveLength(1);
    expect(performance.now() - startedAt).toBeLessThan(10_000); // an attempt may take 30 seconds, and this wait is 60
    proxy.failNext();
    expect(await failureOf(api.trips.page({}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(proxy.requests).toHaveLength(0);
  });
});

describe('Retry-After', () => {
  const tooMany = (retryAfter: string): Scripted => [429, { 'retry-after': retryAfter }, envelope(429, 'RATE_LIMITED')];

  it.each([
    ['in seconds', () => '1', 1_000],
    ['as a date', () => new Date(Date.now() + 3_000).toUTCString(), 1_000],
  ])('is waited for, %s', async (_, header, atLeastMs) => {
    const { api, attempts } = clientWith({ baseUrl: await scriptedUrl(tooMany(header()), [200, {}, emptyPage]) });
    const startedAt = performance.now();
    expect((await api.trips.page()).data).toEqual([]);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(atLeastMs);
    expect(attempts.map(({ status }) => status)).toEqual([429, 200]);
  });

  it('that is longer than the call may take ends it at once', async () => {
    const { api, attempts } = clientWith({ baseUrl: await scriptedUrl(tooMany('3600')) });
    expect(await failureOf(api.trips.page())).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect(attempts).toHaveLength(1);
  });

  it('is waited for when the first request with the key is still running', async () => {
    const running: Scripted = [409, { 'retry-after': '1' }, envelope(409, 'IDEMPOTENCY_KEY_IN_PROGRESS')];
    const { api, attempts } = clientWith({ baseUrl: await scriptedUrl(running, [201, {}, '{"data":{"_id":"1"}}']) });
    expect(await api.trips.create(booking)).toEqual({ _id: '1' });
    expect(attempts[0]?.retryInMs).toBeGreaterThanOrEqual(1_000);
  });

  it('of the service’s own limit lets the call through in the end', async () => {
    const limited = await serviceForFile({ env: { RATE_LIMIT_TIERS: 'STANDARD=2/1' } });
    const { apiKey } = await limited.account();
    const { api, attempts } = clientWith({ baseUrl: limited.url, apiKey });
    for (let count = 0; count < 4; count += 1) await api.trips.page();
    expect(attempts.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});

describe('an answer that is not the service’s', () => {
  it.each<[string, Scripted]>([
    ['a redirect, which is not followed with the key', [302, { location: 'http://127.0.0.1:1/' }, '']],
    ['a page', [200, { 'content-type': 'text/html' }, '<p>Sign in</p>']],
    ['an error page', [403, {}, '<p>Oops</p>']],
    ['nothing', [200, {}]],
    ['JSON without members', [200, {}, 'null']],
  ])('is an error of its own, not retried: %s', async (_, answer) => {
    const { api, attempts } = clientWith({ baseUrl: await scriptedUrl(answer) });
    expect(await failureOf(api.trips.page())).toMatchObject({
      ...{ code: 'UNEXPECTED_RESPONSE', status: answer[0] },
      messages: ['The response does not come from the Trip Booking API. Check baseUrl and the proxies in between.'],
    });
    expect(attempts).toHaveLength(1);
  });
});

it('says how long the service asks to wait, when that is longer than the call may take', async () => {
  const busy: Scripted = [503, { 'retry-after': '57' }, JSON.stringify({ code: 'SERVICE_UNAVAILABLE', message: 'no' })];
  const { api, attempts } = clientWith({ baseUrl: await scriptedUrl(busy), maxElapsedMs: 5_000 });
  expect(await failureOf(api.trips.page())).toMatchObject({ status: 503, retryAfterSeconds: 57 });
  expect(attempts).toHaveLength(1);
});

const scriptedUrl = async (...answers: Scripted[]) => (await scripted(...answers)).url;

function endedIn(ms: number, reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), ms);
  return controller.signal;
}
