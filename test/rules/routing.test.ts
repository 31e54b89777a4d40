import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../src/errors.ts';
import { inOrder } from '../../src/gates/gate.ts';
import { matchesPath, routableUrl, unroutableGate } from '../../src/gates/unroutable.ts';

it.each([
  ['/trips/:id', '/trips/7', true],
  ['/trips/:id', '/trips/', false],
  ['/trips/:id', '/trips', false],
  ['/trips/:id', '/trips/7/cancel', false],
  ['/trips/:id/cancel', '/trips/7/cancel', true],
  ['/trips/:id/cancel', '/trips/7/cancels', false],
  ['/', '/', true],
])('the route %s and the path %s: %s', (pattern, path, isMatch) => {
  expect(matchesPath(pattern, path)).toBe(isMatch);
});

it.each([
  ['/v1/trips?note=a', '/v1/trips?note=a'],
  ['/v1/trips/a%20b?note=%zz', '/v1/trips/a%20b?note=%zz'],
  ['/v1/trips/%zz?note=%20', '/v1/trips/%25zz?note=%20'],
  ['http://example.com/v1/trips?page=1', '/v1/trips?page=1'],
  ['http://example.com/v1/%zz', '/v1/%25zz'],
  ['*', '/*'],
  ['v1/trips', '/v1%2Ftrips'],
  [undefined, '/'],
])('the URL %s is routed as %s', (url, routed) => {
  expect(routableUrl({ url })).toBe(routed);
});

describe('a request without a route', () => {
  async function answer(method: 'GET' | 'POST' | 'DELETE', url: string) {
    const app = fastify({ exposeHeadRoutes: false });
    app.addHook('onRequest', inOrder(unroutableGate(app)));
    app.get('/trips', async () => 'list');
    app.post('/trips', async () => 'booked');
    app.get('/trips/:id', async () => 'trip');
    app.setErrorHandler((error: ApiError, _request, reply) => reply.headers(error.headers).send(error.code));
    const { headers, body } = await app.inject({ method, url });
    return [body, headers.allow];
  }

  it('of a known path has another method, and learns which there are', async () => {
    expect(await answer('DELETE', '/trips')).toEqual(['METHOD_NOT_ALLOWED', 'GET, POST']);
    expect(await answer('POST', '/trips/7?page=1')).toEqual(['METHOD_NOT_ALLOWED', 'GET']);
  });

  it('has an unknown path otherwise, and so has one whose parameter is empty', async () => {
    expect(await answer('GET', '/nowhere')).toEqual(['NOT_FOUND', undefined]);
    expect(await answer('GET', '/trips/')).toEqual(['NOT_FOUND', undefined]);
  });

  it('is none of the others', async () => {
    expect([await answer('POST', '/trips'), await answer('GET', '/trips/7')]).toEqual([
      ['booked', undefined],
      ['trip', undefined],
    ]);
  });
});
