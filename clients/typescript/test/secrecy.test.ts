import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TripBooking, type TripBookingOptions } from '../src/index.ts';
import { type Scripted, scripted } from './scripted.ts';

const SECRET = 'never-to-be-seen';
const API_KEY = `trip_live_0123456789abcdef01234567.${SECRET}`;
const shown = (value: unknown) => inspect(value, { depth: null, showHidden: true, getters: true });

/** All that can be printed of a failure. */
async function failureOf(api: TripBooking): Promise<string> {
  const error = await api.trips.page({}, { maxRetries: 0 }).then(
    () => expect.fail('it did not fail'),
    (error: Error) => error,
  );
  return `${shown(error)} ${error} ${error.stack} ${JSON.stringify(error)}`;
}

describe.each<[string, TripBookingOptions['apiKey']]>([
  ['', API_KEY],
  [' of a function', () => API_KEY],
  [' of an asynchronous function', async () => API_KEY],
])('the API key%s', (_, apiKey) => {
  it('is not in what is printed of a client', () => {
    const api = new TripBooking({ baseUrl: 'http://127.0.0.1:1', apiKey });
    expect(shown(api)).toContain('trips: Trips');
    expect(`${shown(api)} ${JSON.stringify(api)}`).not.toContain(SECRET);
  });

  it.each<[string, Scripted]>([
    ['repeats the key', [401, {}, JSON.stringify({ code: 'UNAUTHORIZED', message: `Bad key ${API_KEY}` })]],
    ['is a page that repeats it', [502, {}, `<p>${API_KEY}</p>`]],
    ['leads elsewhere', [307, { location: 'http://127.0.0.1:1/' }, '']],
  ])('is not in the error of an answer that %s', async (_, answer) => {
    const { url, requests } = await scripted(answer);
    const failure = await failureOf(new TripBooking({ baseUrl: url, apiKey }));
    expect(requests.map(({ authorization }) => authorization)).toEqual([`Bearer ${API_KEY}`]);
    expect(failure).toContain('TripBookingError');
    expect(failure).not.toContain(SECRET);
  });

  it('is not in the error of a connection or a timeout', async () => {
    const unreachable = await failureOf(new TripBooking({ baseUrl: 'http://127.0.0.1:1', apiKey }));
    expect(unreachable).toContain('TripBookingConnectionError');
    const { url } = await scripted();
    const late = await failureOf(new TripBooking({ baseUrl: url, apiKey, timeoutMs: 50 }));
    expect(late).toContain('TripBookingTimeoutError');
    expect(unreachable + late).not.toContain(SECRET);
  });
});

describe('an API key that no header can carry', () => {
  const refusal = 'apiKey must be an API key, such as trip_live_…';

  it.each([`${API_KEY}\n`, `${API_KEY}é`, `${API_KEY} `, '', undefined as never])(
    'is refused without being shown: %j',
    async (malformed) => {
      expect(() => new TripBooking({ baseUrl: 'http://127.0.0.1:1', apiKey: malformed })).toThrow(refusal);
      const { url, requests } = await scripted([200, {}, '{}']);
      const failure = await failureOf(new TripBooking({ baseUrl: url, apiKey: () => malformed }));
      expect(failure).toContain(`GET /v1/trips: ${refusal}`);
      expect(failure).not.toContain(SECRET);
      expect(requests).toEqual([]);
    },
  );
});

it.each([
  ['ftp://trips.example', 'baseUrl must be an http(s) address'],
  ['https://user:secret@trips.example', 'baseUrl must not contain credentials'],
  ['trips.example', 'baseUrl must be an http(s) address, such as https://trips.example'],
  ['', 'baseUrl must be an http(s) address, such as https://trips.example'],
  [undefined as never, 'baseUrl must be an http(s) address, such as https://trips.example'],
  ['https://trips.example/v1', 'baseUrl must not end in /v1: the client adds it to every path'],
  ['https://trips.example/gateway/v1/', 'baseUrl must not end in /v1: the client adds it to every path'],
])('the address %s is refused', (baseUrl, message) => {
  expect(() => new TripBooking({ baseUrl, apiKey: API_KEY })).toThrow(message);
});

it.each(['gateway/', 'gateway-v1'])('an address with a path is a prefix: %s', async (path) => {
  const { url, requests } = await scripted([200, {}, '{"data":[],"pagination":{}}']);
  await new TripBooking({ baseUrl: `${url}/${path}`, apiKey: API_KEY }).trips.page({ status: 'CANCELLED' });
  expect(requests.map(({ line }) => line)).toEqual([`GET /${path.replace('/', '')}/v1/trips?status=CANCELLED`]);
});
