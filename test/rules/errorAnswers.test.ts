import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/errors.ts';
import { countHeader } from '../../src/gates/countHeader.ts';
import { errorEnvelopeGate, pathOf } from '../../src/gates/errorEnvelope.ts';

const NOW = new Date('2027-03-01T08:00:00Z');
const failure = (code: string) => Object.assign(new Error('nothing for the caller'), { code });

/** What a route that fails like this answers and logs. */
async function answerTo(error: Error, { isShed = false, isProbe = false, isReady = true } = {}) {
  const logged: unknown[] = [];
  const app = fastify();
  Object.assign(app.log, { error: (fields: { err: unknown }) => logged.push(fields.err) });
  app.decorate('isReady', isReady);
  app.decorateRequest('isShed', isShed);
  app.decorateRequest('traceId', '');
  errorEnvelopeGate(app, () => NOW);
  let codeInLog = '';
  app.addHook('onResponse', async (request) => {
    codeInLog = request.errorCode;
  });
  app.get('/fails/:id', { config: { isProbe } }, async () => {
    throw error;
  });
  const { statusCode, headers, body } = await app.inject('/fails/1?secret=2');
  expect(codeInLog).toBe(JSON.parse(body).code);
  return { status: statusCode, headers, body: JSON.parse(body), logged };
}

describe('an error', () => {
  it('of the catalogue is answered in the envelope, with its headers, and is not logged', async () => {
    const error = new ApiError('RATE_LIMITED', { message: 'Slower.', headers: { 'retry-after': '7' } });
    const { status, headers, body, logged } = await answerTo(error);
    const timestamp = '2027-03-01T08:00:00.000Z';
    expect(body).toEqual({ code: 'RATE_LIMITED', message: 'Slower.', statusCode: 429, timestamp, path: '/fails/1' });
    expect([status, headers['content-type'], headers['retry-after'], logged]).toEqual([
      ...[429, 'application/json; charset=utf-8', '7', []],
    ]);
  });

  it.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'PAYLOAD_TOO_LARGE'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'VALIDATION_FAILED'],
  ])('of Fastify has a code of ours: %s', async (code, status, ours) => {
    const { body, logged } = await answerTo(failure(code));
    expect([body.statusCode, body.code, logged]).toEqual([status, ours, []]);
  });

  it('of the length says what is wrong', async () => {
    const { body } = await answerTo(failure('FST_ERR_CTP_INVALID_CONTENT_LENGTH'));
    expect(body.message).toEqual(['body must have as many bytes as Content-Length says']);
  });

  it('of the connection to the database is a 503 that may be retried, with its cause in the log', async () => {
    const cause = failure('ECONNREFUSED');
    const { status, headers, body, logged } = await answerTo(cause);
    expect([status, headers['retry-after'], body.code, logged]).toEqual([503, '1', 'SERVICE_UNAVAILABLE', [cause]]);
  });

  it('of an account that is gone refuses its key', async () => {
    const gone = Object.assign(failure('23503'), { constraint: 'trips_account_id_fkey' });
    const { status, body } = await answerTo(gone);
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('that nobody expected is a 500 without its text, with its cause in the log', async () => {
    const cause = failure('?');
    const { status, body, logged } = await answerTo(cause);
    expect([status, body.code, logged]).toEqual([500, 'INTERNAL_ERROR', [cause]]);
    expect(JSON.stringify(body)).not.toContain('nothing for the caller');
  });

  it.each([
    ['a request refused under overload', { isShed: true }, 0],
    ['a probe of a service that stops', { isProbe: true, isReady: false }, 0],
    ['a probe', { isProbe: true }, 1],
    ['a request to a service that stops', { isReady: false }, 1],
  ])('is logged unless it was to be expected: %s', async (_, of, lines) => {
    const { logged } = await answerTo(failure('ECONNREFUSED'), of);
    expect(logged.length).toBe(lines);
  });
});

it.each([
  ['/v1/trips?from=1#2', '/v1/trips'],
  ['/v1/trips#2?from=1', '/v1/trips'],
  ['http://127.0.0.1:3000/v1/trips?from=1', '/v1/trips'],
  ['HTTPS://example.com', '/'],
  ['HTTPS://example.com?from=1', '/'],
  ['/http://example.com/', '/http://example.com/'],
  [undefined, ''],
])('the path of %s is %s', (url, path) => {
  expect(pathOf(url)).toBe(path);
});

it.each([
  [['Host', 'a', 'HOST', 'b', 'accept', 'host'], 2],
  [['Hast', 'host', 'Hosts', 'host'], 0],
  [[], 0],
])('headers are counted by their names: %o', (rawHeaders, count) => {
  expect(countHeader({ rawHeaders } as never, 'host')).toBe(count);
});
