import type { RequestShape } from '../load/requests.ts';

const DAY_MS = 86_400_000;

/** Pickup times within the next sixty days, all of the same length. */
export const pickupTimes = (): string[] =>
  Array.from({ length: 500 }, (_, index) => new Date(Date.now() + DAY_MS + index * 10_007_000).toISOString());

const authorization = (apiKey: string) => ({ Authorization: `Bearer ${apiKey}` });

export const bookingBody = (scheduledAt: string) =>
  JSON.stringify({
    pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
    dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
    scheduledAt,
    price: 66,
    client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
  });

/** A booking of a new rider with a fresh key, in one of several accounts. */
export const creation = (apiKeys: string[]): RequestShape => ({
  method: 'POST',
  path: '/v1/trips',
  headers: { ...authorization('@apiKey@'), 'Idempotency-Key': '@key@' },
  body: bookingBody('@when@'),
  slots: {
    apiKey: { kind: 'random', values: apiKeys },
    key: { kind: 'unique', values: [] },
    when: { kind: 'random', values: pickupTimes() },
  },
});

export const creationUnder = (apiKey: string, keys: string[], kind: 'once' | 'turns', when: string): RequestShape => ({
  method: 'POST',
  path: '/v1/trips',
  headers: { ...authorization(apiKey), 'Idempotency-Key': '@key@' },
  body: bookingBody(when),
  slots: { key: { kind, values: keys } },
});

export const reading = (apiKey: string, tripIds: string[]): RequestShape => ({
  method: 'GET',
  path: '/v1/trips/@trip@',
  headers: authorization(apiKey),
  slots: { trip: { kind: 'random', values: tripIds } },
});

export const listing = (apiKey: string, query = ''): RequestShape => ({
  method: 'GET',
  path: `/v1/trips${query}`,
  headers: authorization(apiKey),
});

export const quoting = (apiKey: string, serviceTierId: string): RequestShape => ({
  method: 'POST',
  path: '/v1/quotes',
  headers: authorization(apiKey),
  body: JSON.stringify({ pickup: 'Gare de Lyon, Paris', dropoff: 'CDG 2E', serviceTierId }),
});

export const cancelling = (apiKey: string, tripIds: string[], isKeyed: boolean): RequestShape => ({
  method: 'POST',
  path: '/v1/trips/@trip@/cancel',
  headers: { ...authorization(apiKey), ...(isKeyed && { 'Idempotency-Key': '@key@' }) },
  body: JSON.stringify({ reason: 'Flight cancelled' }),
  slots: { trip: { kind: 'once', values: tripIds }, key: { kind: 'unique', values: [] } },
});
