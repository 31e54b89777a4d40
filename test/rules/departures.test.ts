import { describe, expect, it } from 'vitest';
import { departures } from '../../reliability/support/openapi.ts';

const USUAL = { 'x-request-id': 'a', 'content-type': 'application/json' };
const LIMITS = { ratelimit: '"ip";r=1;t=60', 'ratelimit-policy': '"ip";q=600;w=60' };

function of(status: number, code: string, headers: Record<string, string>, path = '/v1/trips', method = 'POST') {
  const body = { code, message: 'm', statusCode: status, timestamp: '2027-03-01T08:00:00.000Z', path };
  const text = JSON.stringify(body);
  return departures({ method, path, status, headers: new Headers({ ...USUAL, ...headers }), text });
}

/** Every answer in the tests, under faults and under fuzz is held to the description by this. */
describe('what departs from the description', () => {
  it('is nothing in an answer that is as described', () => {
    expect(of(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '1' })).toEqual([]);
    expect(of(429, 'RATE_LIMITED', { 'retry-after': '12', ...LIMITS })).toEqual([]);
    expect(of(409, 'IDEMPOTENCY_KEY_CONFLICT', {})).toEqual([]);
    expect(of(405, 'METHOD_NOT_ALLOWED', { allow: 'GET' }, '/v1/trips', 'PUT')).toEqual([]);
  });

  it.each<[string, string[], string]>([
    ['a 503 without Retry-After', of(503, 'SERVICE_UNAVAILABLE', {}), 'header retry-after is missing'],
    ['a wait that is no number', of(503, 'SERVICE_UNAVAILABLE', { 'retry-after': 'soon' }), 'header retry-after: soon'],
    ['a wait of no time', of(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }), 'header retry-after: 0'],
    ['a wait of half a second', of(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0.5' }), 'header retry-after: 0.5'],
    ['a 429 that tells no limit', of(429, 'RATE_LIMITED', { 'retry-after': '1' }), 'header ratelimit is missing'],
    ['a 429 on a path that is not described', of(429, 'RATE_LIMITED', LIMITS, '/x'), 'header retry-after is missing'],
    ['a booking still running, without a wait', of(409, 'IDEMPOTENCY_KEY_IN_PROGRESS', {}), 'retry-after is missing'],
    ['a 401 without its challenge', of(401, 'UNAUTHORIZED', {}), 'header www-authenticate is missing'],
    ['a 405 without Allow', of(405, 'METHOD_NOT_ALLOWED', {}, '/v1/trips', 'PUT'), 'header allow is missing'],
    [
      'a header nobody described',
      of(400, 'CLIENT_REQUIRED', { 'x-powered-by': 'us' }),
      'x-powered-by is not described',
    ],
    ['a code of another operation', of(404, 'TRIP_NOT_FOUND', {}), 'answers 404, which is not described'],
    ['a status nobody described', of(418, 'TEAPOT', {}), 'answers 418, which is not described'],
  ])('is found in %s', (_, found, expected) => {
    expect(found.join('; ')).toContain(expected);
  });

  it('is a body that is not JSON', () => {
    const answer = { method: 'GET', path: '/v1/trips', status: 200, headers: new Headers(USUAL), text: 'ok' };
    expect(departures(answer)).toEqual([expect.stringMatching(/^the body cannot be read/)]);
  });
});
