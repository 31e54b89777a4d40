import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { ListTripsQuery } from '../../src/contract/pagination.ts';
import type { ApiError } from '../../src/errors.ts';
import { inOrder } from '../../src/gates/gate.ts';
import { allowNoBody, jsonBodyGate } from '../../src/gates/jsonBody.ts';
import { listQuery, listView } from '../../src/gates/listQuery.ts';

function echo() {
  const app = fastify();
  app.addHook('onRequest', inOrder(jsonBodyGate(app)));
  app.post('/body', async ({ body }) => ({ body }));
  app.post('/optional', { preValidation: inOrder(allowNoBody) }, async ({ body }) => ({ body }));
  const { preValidation, preHandler } = listQuery(ListTripsQuery);
  app.get('/list', { preValidation, preHandler }, async ({ query }) => query);
  app.setErrorHandler((error: ApiError, _request, reply) => {
    const { code, statusCode, publicMessage, headers } = error;
    return reply.code(statusCode).headers(headers).send({ code, message: publicMessage });
  });
  return app;
}

async function send(payload: string | Buffer, headers: Record<string, string> = {}, url = '/body') {
  const response = await echo().inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { ...response.json(), headers: response.headers };
}

/** An object with so many members. */
const withMembers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]));

describe('a body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset="UTF8"',
    'application/json;charset=utf-8 ; a=b',
  ])('is read as %s', async (type) => {
    expect((await send('{"note":"é"}', { 'content-type': type })).body).toEqual({ note: 'é' });
  });

  it.each([
    'application/json; charset=latin1',
    'application/json;charset="utf-16"',
    'application/json; charset=utf-85',
  ])('is not read as %s', async (type) => {
    expect((await send('{}', { 'content-type': type })).code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('may be called not compressed, but must not be compressed', async () => {
    expect((await send('{}', { 'content-encoding': 'Identity' })).body).toEqual({});
    for (const encoding of ['gzip', 'identity, gzip', 'xidentity']) {
      const { code, message, headers } = await send('{}', { 'content-encoding': encoding });
      expect([code, headers['accept-encoding']]).toEqual(['UNSUPPORTED_MEDIA_TYPE', 'identity']);
      expect(message).toBe('Send the body without Content-Encoding: compressed bodies are not supported.');
    }
  });

  it.each([
    ['that is empty, of any type', { 'content-type': 'text/plain', 'content-length': '0' }],
    ['that is empty, but does not say so', { 'transfer-encoding': 'chunked' }],
  ])('%s counts as none', async (_, headers) => {
    expect((await send('', headers as never)).body).toBeUndefined();
    expect((await send('', headers as never, '/optional')).body).toEqual({});
  });

  it('may be left out only if it is not there', async () => {
    expect((await send('null', {}, '/optional')).body).toBeNull();
  });

  it.each([
    ['text in another encoding', Buffer.from([0x22, 0xe9, 0x22]), ['body must be valid UTF-8']],
    ['text that is no JSON', '{"note":}', ['body must be valid JSON']],
    ['a member sent twice', '{"pickup":{"lat":1,"lat":2}}', ['pickup.lat must be sent once']],
    ['too many members', JSON.stringify(withMembers(101)), ['body may have at most 100 members']],
    [
      'too many members within',
      JSON.stringify({ a: [{ b: { c: withMembers(101) } }] }),
      ['a.0.b.c may have at most 100 members'],
    ],
  ])('of %s is refused', async (_, payload, message) => {
    expect(await send(payload)).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  it.each([
    ['a hundred members', withMembers(100)],
    ['a long array', Array.from({ length: 101 }, () => 1)],
    ['many members deeper than any schema', { a: { b: { c: { d: { e: withMembers(101) } } } } }],
    ['null', { a: null }],
  ])('of %s is left to the schema', async (_, payload) => {
    expect((await send(JSON.stringify(payload))).body).toEqual(payload);
  });

  it.each([
    ['the zero character', '{"note":"a\\u0000"}', ['note must not hold \\u0000 or half a surrogate pair']],
    ['half a pair', '{"a":{"b":["x","\\uD83D"]}}', ['a.b.1 must not hold \\u0000 or half a surrogate pair']],
    ['the other half', '{"a":"\\uDE00"}', ['a must not hold \\u0000 or half a surrogate pair']],
  ])('with %s, which cannot be stored, is refused', async (_, payload, message) => {
    expect(await send(payload)).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  it('may have a whole pair, escaped or not', async () => {
    expect((await send('{"a":"\\uD83D\\uDE00","b":"😀","c":null,"d":1}')).body).toEqual({
      ...{ a: '😀', b: '😀', c: null, d: 1 },
    });
  });
});

describe('the query of a list', () => {
  const ask = async (query: string) => (await echo().inject(`/list?${query}`)).json();

  it('has numbers where it has digits, and times with the plus that a URL turns into a space', async () => {
    expect(await ask('page=2&limit=-1&from=2027-03-01T08:00:00+01:00&to=2027-03-02T08:00:00%2B01:00')).toEqual({
      page: 2,
      limit: -1,
      from: '2027-03-01T08:00:00+01:00',
      to: '2027-03-02T08:00:00+01:00',
    });
  });

  it('keeps all other text', async () => {
    const query = { page: 'x1', limit: '1x', status: '1', externalReference: 'a b' };
    expect(await ask(new URLSearchParams(query).toString())).toEqual(query);
    expect(await ask('')).toEqual({});
  });

  it('has each parameter once', async () => {
    expect(await ask('page=1&page=2&status=A&from=1&from=2')).toEqual({
      code: 'VALIDATION_FAILED',
      message: ['page must be given once', 'from must be given once'],
    });
  });

  it('has no text that cannot be compared', async () => {
    expect(await ask('externalReference=%00')).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: ['externalReference must not hold \\u0000 or half a surrogate pair'],
    });
  });
});

it('the answer to a list has its page and where that stands among all', () => {
  const view = (number: number) => ({ number });
  expect(listView({ page: 2, limit: 2 }, { total: 5, rows: [3, 4] }, view)).toEqual({
    success: true,
    data: [{ number: 3 }, { number: 4 }],
    pagination: expect.objectContaining({ page: 2, limit: 2, total: 5 }),
  });
});
