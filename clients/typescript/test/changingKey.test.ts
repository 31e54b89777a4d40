import { describe, expect, it } from 'vitest';
import { noteByOperator } from '../../../src/audit/audit.ts';
import { rotateKey } from '../../../src/keys/keys.ts';
import { bookingBody } from '../../../test/support/client.ts';
import { serviceForFile } from '../../../test/support/service.ts';
import {
  type Attempt,
  type CreateTripRequest,
  TripBooking,
  TripBookingConnectionError,
  type TripBookingOptions,
} from '../src/index.ts';
import { type Scripted, scripted, success } from './scripted.ts';

const service = await serviceForFile();

const emptyPage = success({ data: [], pagination: { next: null, hasNext: false } });
const refused: Scripted = [401, {}, JSON.stringify({ code: 'UNAUTHORIZED', message: 'This API key has expired.' })];

/** A client whose function returns these keys, one per question, and then the last one again. */
async function clientWith(keys: string[], ...answers: Scripted[]) {
  const { url, requests } = await scripted(...answers);
  const attempts: Attempt[] = [];
  const apiKey = () => (keys.length > 1 ? keys.shift() : keys[0]) ?? '';
  const api = new TripBooking({ baseUrl: url, apiKey, onAttempt: (attempt) => attempts.push(attempt) });
  return { api, attempts, sent: () => requests.map(({ authorization }) => authorization) };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a function that returns the API key', () => {
  it('is asked before every attempt', async () => {
    const { api, sent } = await clientWith(['first', 'second', 'third'], [503, {}, ''], emptyPage);
    await api.trips.page();
    await api.trips.page();
    expect(sent()).toEqual(['Bearer first', 'Bearer second', 'Bearer third']);
  });

  it('that has a newer key after a 401 is used again', async () => {
    const { api, attempts, sent } = await clientWith(['old', 'new'], refused, emptyPage);
    await api.trips.page();
    expect(sent()).toEqual(['Bearer old', 'Bearer new']);
    expect(attempts).toMatchObject([{ status: 401 }, { status: 200, retryInMs: null }]);
  });

  it('that has no newer key after a 401 leaves it at that', async () => {
    const { api, sent } = await clientWith(['old'], refused, emptyPage);
    expect(await failureOf(api.trips.page())).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(sent()).toEqual(['Bearer old']);
  });

  it('that cannot say after a 401 does not hide it', async () => {
    const { url } = await scripted(refused);
    let count = 0;
    const apiKey = () => {
      count += 1;
      if (count > 1) throw new Error('no secrets today');
      return 'old';
    };
    const error = await failureOf(new TripBooking({ baseUrl: url, apiKey }).trips.page());
    expect(error).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each<[string, TripBookingOptions['apiKey']]>([
    ['throws', onceThen(() => Promise.reject(new Error('no secrets today')))],
    ['returns nothing', onceThen(async () => '')],
  ])('that %s fails the attempt, which is repeated', async (_, apiKey) => {
    const { url, requests } = await scripted(emptyPage);
    await new TripBooking({ baseUrl: url, apiKey }).trips.page();
    expect(requests).toHaveLength(1);
  });

  it('that keeps failing ends the call with its reason', async () => {
    const apiKey = () => Promise.reject(new Error('no secrets today'));
    const api = new TripBooking({ baseUrl: 'http://127.0.0.1:1', apiKey, maxRetries: 1 });
    const error = await failureOf(api.trips.page());
    expect(error).toBeInstanceOf(TripBookingConnectionError);
    expect(error).toMatchObject({ message: 'GET /v1/trips: no secrets today' });
  });

  it('that never answers is left behind when the time or the call is over', async () => {
    const api = new TripBooking({ baseUrl: 'http://127.0.0.1:1', apiKey: () => new Promise<string>(() => {}) });
    const options = { timeoutMs: 50, maxRetries: 0 };
    expect(await failureOf(api.trips.page({}, options))).toMatchObject({ name: 'TripBookingTimeoutError' });
    const reason = new Error('shutting down');
    const ended = new AbortController();
    setTimeout(() => ended.abort(reason), 50);
    expect(await failureOf(api.trips.page({}, { signal: ended.signal }))).toBe(reason);
  });

  it('lets a program follow events through a rotation', async () => {
    const account = await service.account();
    await account.api.create();
    let apiKey = account.apiKey;
    const api = new TripBooking({ baseUrl: service.url, apiKey: () => apiKey });
    const seen: string[] = [];
    for await (const { tripId } of api.events.follow({ pollSeconds: 0.05 })) {
      seen.push(tripId);
      if (seen.length === 2) break;
      const key = { accountId: account.accountId, keyId: account.key.keyId };
      const rotated = await rotateKey(service.database, service.clock.now, key, 0, noteByOperator(key.accountId));
      if ('refused' in rotated) throw new Error(rotated.refused);
      apiKey = rotated.apiKey;
      await api.trips.create(bookingBody() as CreateTripRequest);
    }
    expect(new Set(seen).size).toBe(2);
  });
});

/** Fails once, as while the key is being replaced. */
function onceThen(fail: () => Promise<string>): () => Promise<string> {
  let hasFailed = false;
  return () => {
    if (hasFailed) return Promise.resolve('key');
    hasFailed = true;
    return fail();
  };
}
