import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import {
  askAt,
  EPOCH_MS,
  hangUp,
  json,
  type ProviderServer,
  type Reaction,
  silence,
  stall,
  startProviderServer,
  text,
  truncated,
} from '../support/providersServer.ts';

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const SHORT_MS = 250;

describe('a question over HTTP', () => {
  it('goes out with its path, its query and who asks', async () => {
    server.will(json({ ok: true }));
    const answer = await askAt(server)({ path: 'search', query: { q: 'Rue de l’Église & Cie', limit: '1' } });
    expect(answer).toEqual({ status: 200, body: { ok: true } });
    const [request] = server.requests;
    expect(request?.method).toBe('GET');
    expect(request?.url.pathname).toBe('/search');
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({ q: 'Rue de l’Église & Cie', limit: '1' });
    expect(request?.headers['user-agent']).toBe('trip-booking-api/test');
    expect(request?.headers['accept-language']).toBe('fr');
    expect(request?.headers.authorization).toBeUndefined();
  });

  it('goes out as a POST with JSON when it has a body', async () => {
    server.will(json({}));
    await askAt(server)({ path: 'route', body: { costing: 'auto' } });
    expect(server.requests[0]).toMatchObject({ method: 'POST', body: { costing: 'auto' } });
    expect(server.requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('keeps the path and the query of the base URL, and sends its password as a header', async () => {
    server.will(json({}));
    const url = `${server.url.replace('//', '//me:se%2Fcret@')}/geo/v1//?key=k`;
    await askAt(server, { url })({ path: 'search', query: { q: 'x' } });
    expect(server.requests[0]?.url.pathname).toBe('/geo/v1/search');
    expect(server.requests[0]?.url.search).toBe('?key=k&q=x');
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('me:se/cret')}`);
  });

  it('uses its connections again, whatever the answers were', async () => {
    const ask = askAt(server);
    const longFailure = text(`<p>${'sorry '.repeat(50_000)}</p>`, 500);
    const refusals = [json({ code: 'NoRoute' }, 400), text('<p>no</p>', 404)];
    for (let round = 0; round < 10; round++) {
      server.will(json({}), ...refusals, longFailure, json({}));
      for (let question = 0; question < 4; question++) await ask({ path: 'search' });
    }
    expect(server.requests).toHaveLength(50);
    // Another is opened when a question comes before the last answer's connection has come to rest.
    expect(server.socketCount()).toBeLessThanOrEqual(3);
  });

  it.each([
    ['a hung up connection', hangUp],
    ['an answer cut off', truncated],
    ['500', json({}, 500)],
    ['502 in HTML', text('<h1>Bad gateway</h1>', 502)],
    ['503', json({}, 503)],
  ])('is asked a second time after %s', async (_, failure) => {
    server.will(failure, json({ ok: true }));
    expect(await askAt(server)({ path: 'search' })).toEqual({ status: 200, body: { ok: true } });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['says nothing', silence],
    ['begins an answer and stalls', stall],
  ])('is not asked again when the provider %s for the time allowed', async (_, failure) => {
    server.will(failure, json({ ok: true }));
    const startedMs = performance.now();
    await expect(askAt(server, { timeoutMs: SHORT_MS })({ path: 'search' })).rejects.toThrow(PlacesUnavailable);
    expect(performance.now() - startedMs).toBeLessThan(SHORT_MS + 1_000);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['hangs up', hangUp],
    ['answers 500', json({}, 500)],
    ['cuts its answers off', truncated],
  ])('fails after the second try when the provider always %s', async (_, failure) => {
    server.will(failure);
    await expect(askAt(server)({ path: 'search' })).rejects.toThrow(PlacesUnavailable);
    expect(server.requests).toHaveLength(2);
  });

  it('takes no longer than the time allowed for both tries together', async () => {
    const timeoutMs = 3_000;
    const lateFailure: Reaction = (response) => setTimeout(() => json({}, 500)(response), timeoutMs / 2);
    server.will(lateFailure, silence);
    const startedMs = performance.now();
    await expect(askAt(server, { timeoutMs })({ path: 'search' })).rejects.toThrow(PlacesUnavailable);
    expect(performance.now() - startedMs).toBeLessThan(1.4 * timeoutMs);
    expect(server.requests).toHaveLength(2);
  });

  it('fails when nobody listens', async () => {
    await server.close();
    await expect(askAt(server)({ path: 'search' })).rejects.toThrow(PlacesUnavailable);
  });

  it.each([400, 401, 403, 404, 422])('is not repeated after %i, which comes back with its body', async (status) => {
    server.will(json({ code: 'NoSegment' }, status));
    expect(await askAt(server)({ path: 'search' })).toEqual({ status, body: { code: 'NoSegment' } });
    expect(server.requests).toHaveLength(1);
  });

  it('comes back without a body when that is no JSON', async () => {
    server.will(text('<html>'));
    expect(await askAt(server)({ path: 'search' })).toEqual({ status: 200, body: undefined });
  });

  it('fails on an answer of more than a megabyte', async () => {
    server.will(json('x'.repeat(1_100_000)));
    await expect(askAt(server)({ path: 'search' })).rejects.toThrow(/a response that is too large/);
    expect(server.requests).toHaveLength(1);
  });

  it('leaves out of its failure whatever the question or the answer said', async () => {
    server.will(hangUp);
    const failure = await askAt(server)({ path: 'search', query: { q: '10 Rue Secrète' } }).catch((error) => error);
    let texts = '';
    for (let error = failure; error instanceof Error; error = error.cause) texts += `${error.message} ${error.stack}`;
    expect(failure).toBeInstanceOf(PlacesUnavailable);
    expect(decodeURIComponent(texts)).not.toMatch(/Secr/);
  });
});

describe('a provider that answers 429', () => {
  const over = (retryAfter?: string) => json({}, 429, retryAfter === undefined ? {} : { 'retry-after': retryAfter });

  it.each([
    ['as long as it says', '7', 7],
    ['at least a second', '0', 1],
    ['at most a minute', '86400', 60],
    ['5 seconds when it does not say', undefined, 5],
    ['5 seconds when it names a date', 'Wed, 21 Oct 2026 07:28:00 GMT', 5],
  ])('is not asked again, %s', async (_, retryAfter, seconds) => {
    let nowMs = EPOCH_MS;
    const ask = askAt(server, { clock: () => new Date(nowMs) });
    server.will(over(retryAfter), json({ ok: true }));
    await expect(ask({ path: 'search' })).rejects.toThrow(PlacesUnavailable);
    nowMs += seconds * 1000 - 1;
    await expect(ask({ path: 'search' })).rejects.toThrow(PlacesUnavailable);
    expect(server.requests).toHaveLength(1);
    nowMs += 1;
    expect((await ask({ path: 'search' })).body).toEqual({ ok: true });
  });
});

describe('a provider that fails', () => {
  let nowMs: number;
  beforeEach(() => {
    nowMs = EPOCH_MS;
  });
  const clock = () => new Date(nowMs);
  const REST_MS = 5_000;

  it('is left alone for 5 seconds after two failed tries', async () => {
    const ask = askAt(server, { clock });
    server.will(hangUp, hangUp, json({ ok: true }));
    await expect(ask({ path: 'search' })).rejects.toThrow(PlacesUnavailable);
    nowMs += REST_MS - 1;
    await expect(ask({ path: 'search' })).rejects.toThrow(/is paused/);
    expect(server.requests).toHaveLength(2);
    nowMs += 1;
    expect((await ask({ path: 'search' })).body).toEqual({ ok: true });
  });

  it('is asked again at once when the clock is set back meanwhile', async () => {
    const ask = askAt(server, { clock });
    server.will(hangUp, hangUp, json({ ok: true }));
    await expect(ask({ path: 'search' })).rejects.toThrow(PlacesUnavailable);
    nowMs -= 12 * 3_600_000;
    expect((await ask({ path: 'search' })).body).toEqual({ ok: true });
  });

  it('is left alone after two timeouts in a row, and at once when it hangs again', async () => {
    const ask = askAt(server, { clock, timeoutMs: SHORT_MS });
    server.will(silence);
    await expect(ask({ path: 'search' })).rejects.toThrow(/cannot be reached/);
    await expect(ask({ path: 'search' })).rejects.toThrow(/cannot be reached/);
    await expect(ask({ path: 'search' })).rejects.toThrow(/is paused/);
    nowMs += REST_MS;
    await expect(ask({ path: 'search' })).rejects.toThrow(/cannot be reached/);
    await expect(ask({ path: 'search' })).rejects.toThrow(/is paused/);
    expect(server.requests).toHaveLength(3);
  });

  it('is not left alone when the second tries of two questions at once succeed', async () => {
    const ask = askAt(server, { clock });
    let hangUpOnFirst = () => {};
    const waitForOther: Reaction = (response) => {
      hangUpOnFirst = () => hangUp(response);
    };
    const hangUpOnBoth: Reaction = (response) => {
      hangUpOnFirst();
      hangUp(response);
    };
    server.will(waitForOther, hangUpOnBoth, json({}));
    await Promise.all([ask({ path: 'search' }), ask({ path: 'search' })]);
    expect((await ask({ path: 'search' })).status).toBe(200);
  });

  it('is not left alone for single failures with answers between them', async () => {
    const ask = askAt(server, { clock });
    server.will(hangUp, json({}), hangUp, json({}), json({}));
    for (let question = 0; question < 3; question++) expect((await ask({ path: 'search' })).status).toBe(200);
    expect(server.requests).toHaveLength(5);
  });
});
