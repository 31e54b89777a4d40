import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../src/contract/openapi/document.ts';
import { bookingExample, quoteRequestExample } from '../../../src/contract/openapi/examples.ts';
import { type CreateTripRequest, TripBooking } from '../src/index.ts';
import { all, type Scripted, scripted, success } from './scripted.ts';

/** A client of a server that sends these answers, and the requests that arrived there. */
async function clientOf(...answers: Scripted[]) {
  const { url, requests } = await scripted(...answers);
  const api = new TripBooking({ baseUrl: url, apiKey: 'trip_live_0123456789abcdef01234567.secret' });
  const sent = () => requests.map(({ line, body }) => (body === undefined ? line : [line, body]));
  return { api, sent };
}

const page = (data: object[], hasNext = false) => success({ data, pagination: { hasNext } });
const eventPage = (ids: string[], next: string | null, hasNext = false) =>
  success({ data: ids.map((_id) => ({ _id })), pagination: { next, hasNext } });

const booking = bookingExample as CreateTripRequest;
const quote = quoteRequestExample;

/** Every operation, and the request it sends. */
const OPERATIONS: [name: string, call: (api: TripBooking) => Promise<unknown>, request: unknown][] = [
  ['trips.create', (api) => api.trips.create(booking), ['POST /v1/trips', booking]],
  ['trips.page', (api) => api.trips.page({ from: '2027-03-01', to: undefined }), 'GET /v1/trips?from=2027-03-01'],
  ['trips.get', (api) => api.trips.get('t1'), 'GET /v1/trips/t1'],
  ['trips.cancel', (api) => api.trips.cancel('t1', { reason: 'Fog' }), ['POST /v1/trips/t1/cancel', { reason: 'Fog' }]],
  ['quotes.create', (api) => api.quotes.create(quote), ['POST /v1/quotes', quote]],
  ['serviceTiers.page', (api) => api.serviceTiers.page(), 'GET /v1/service-tiers'],
  ['pricingSchemes.page', (api) => api.pricingSchemes.page({ limit: 5 }), 'GET /v1/pricing-schemes?limit=5'],
  ['vehicles.page', (api) => api.vehicles.page({ page: 2 }), 'GET /v1/vehicles?page=2'],
  ['clients.page', (api) => api.clients.page({ email: 'a@b.example' }), 'GET /v1/clients?email=a%40b.example'],
  ['webhookEndpoints.page', (api) => api.webhookEndpoints.page(), 'GET /v1/webhook-endpoints'],
  [
    'webhookEndpoints.deliveriesPage',
    (api) => api.webhookEndpoints.deliveriesPage('w1'),
    'GET /v1/webhook-endpoints/w1/deliveries',
  ],
  ['clients.get', (api) => api.clients.get('c1'), 'GET /v1/clients/c1'],
  ['events.get', (api) => api.events.get('e1'), 'GET /v1/events/e1'],
  [
    'events.page',
    (api) => api.events.page({ after: 'e1', type: 'trip.created' }),
    'GET /v1/events?after=e1&type=trip.created',
  ],
  [
    'events.redeliver',
    (api) => api.events.redeliver('e1', { endpointId: 'w1' }),
    ['POST /v1/events/e1/redeliver', { endpointId: 'w1' }],
  ],
  [
    'webhookEndpoints.create',
    (api) => api.webhookEndpoints.create({ url: 'https://a.example' }),
    ['POST /v1/webhook-endpoints', { url: 'https://a.example' }],
  ],
  ['webhookEndpoints.get', (api) => api.webhookEndpoints.get('w1'), 'GET /v1/webhook-endpoints/w1'],
  ['webhookEndpoints.delete', (api) => api.webhookEndpoints.delete('w1'), 'DELETE /v1/webhook-endpoints/w1'],
  ['webhookEndpoints.enable', (api) => api.webhookEndpoints.enable('w1'), 'POST /v1/webhook-endpoints/w1/enable'],
  ['webhookEndpoints.disable', (api) => api.webhookEndpoints.disable('w1'), 'POST /v1/webhook-endpoints/w1/disable'],
  [
    'webhookEndpoints.rotateSecret',
    (api) => api.webhookEndpoints.rotateSecret('w1', { overlapSeconds: 60 }),
    ['POST /v1/webhook-endpoints/w1/rotate-secret', { overlapSeconds: 60 }],
  ],
  ['webhookEndpoints.test', (api) => api.webhookEndpoints.test('w1'), 'POST /v1/webhook-endpoints/w1/test'],
];

describe('every operation', () => {
  it.each(OPERATIONS)('is one request: %s', async (_, call, request) => {
    const { api, sent } = await clientOf(success({ data: { _id: '1' } }));
    await call(api);
    expect(sent()).toEqual([request]);
  });

  it('of the description is there', () => {
    const sent = OPERATIONS.map(([, , request]) => String([request].flat()[0]).replace(/\?.*/, ''));
    const { paths } = openApiDocument('http://127.0.0.1:3000');
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '\\w+')}`),
    );
    expect(described.length).toBeGreaterThan(4);
    expect(described.filter((request) => !sent.some((line) => new RegExp(`^${request}$`).test(line)))).toEqual([]);
  });

  it.each(['', '.', '..'])('refuses what would be the path of another one: %j', async (id) => {
    const { api, sent } = await clientOf(success({ data: [] }));
    for (const call of [api.trips.get(id), api.trips.cancel(id), api.clients.get(id), api.events.get(id)])
      await expect(call).rejects.toThrow(`"${id}" is not an identifier`);
    for (const call of [api.webhookEndpoints.get(id), api.webhookEndpoints.delete(id), api.webhookEndpoints.test(id)])
      await expect(call).rejects.toThrow(TypeError);
    expect(sent()).toEqual([]);
  });

  it('webhookEndpoints.delete takes an empty answer', async () => {
    const { api } = await clientOf([204, {}]);
    expect(await api.webhookEndpoints.delete('w1')).toBeUndefined();
  });
});

describe('lists', () => {
  it.each<[string, (api: TripBooking) => AsyncIterable<unknown>]>([
    ['/v1/service-tiers', (api) => api.serviceTiers.list()],
    ['/v1/pricing-schemes', (api) => api.pricingSchemes.list()],
    ['/v1/vehicles', (api) => api.vehicles.list()],
    ['/v1/clients', (api) => api.clients.list()],
    ['/v1/webhook-endpoints', (api) => api.webhookEndpoints.list()],
    ['/v1/webhook-endpoints/w1/deliveries', (api) => api.webhookEndpoints.deliveries('w1')],
  ])('of %s are read page by page', async (path, list) => {
    const { api, sent } = await clientOf(page([{ _id: '1' }, { _id: '2' }], true), page([{ _id: '3' }]));
    expect(await all(list(api))).toEqual([{ _id: '1' }, { _id: '2' }, { _id: '3' }]);
    expect(sent()).toEqual([`GET ${path}?page=1&limit=100`, `GET ${path}?page=2&limit=100`]);
  });

  it('ask for the next page only when it is needed', async () => {
    const { api, sent } = await clientOf(page([{ _id: '1' }, { _id: '2' }], true));
    for await (const _ of api.clients.list({ phone: '06 12 34 56 72', limit: 2 })) break;
    expect(sent()).toEqual(['GET /v1/clients?phone=06+12+34+56+72&page=1&limit=2']);
  });
});

describe('events', () => {
  it('are listed from the one given to the newest', async () => {
    const { api, sent } = await clientOf(eventPage(['e2', 'e3'], 'e3', true), eventPage(['e4'], 'e4'));
    expect(await all(api.events.list({ after: 'e1' }))).toEqual([{ _id: 'e2' }, { _id: 'e3' }, { _id: 'e4' }]);
    expect(sent()).toEqual(['GET /v1/events?after=e1&limit=100', 'GET /v1/events?after=e3&limit=100']);
  });

  it('are followed: what is new comes after what is there, until the signal ends it', async () => {
    const pages = [
      eventPage([], null),
      eventPage(['e1', 'e2'], 'e2', true),
      eventPage(['e3'], 'e3'),
      eventPage([], 'e3'),
    ];
    const { api, sent } = await clientOf(...pages, eventPage(['e4'], 'e4'));
    const controller = new AbortController();
    const followed: string[] = [];
    for await (const { _id } of api.events.follow({ signal: controller.signal, pollSeconds: 0.01 })) {
      followed.push(_id);
      if (_id === 'e4') controller.abort();
    }
    expect(followed).toEqual(['e1', 'e2', 'e3', 'e4']);
    expect(sent()).toEqual(
      ['', '', 'after=e2&', 'after=e3&', 'after=e3&'].map((after) => `GET /v1/events?${after}limit=100`),
    );
  });

  it('that cannot be followed from there are an error', async () => {
    const { api } = await clientOf([404, {}, JSON.stringify({ code: 'EVENT_NOT_FOUND', message: 'Gone.' })]);
    await expect(all(api.events.follow({ after: 'e1' }))).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  });
});
