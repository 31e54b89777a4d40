import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bookingBody, call, newKey } from '../support/client.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const ID = '0'.repeat(24);
const request = (method: string, target: string) =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

describe('an unknown path', () => {
  it.each([
    '/nowhere',
    '/v1',
    '/v1/',
    '/v1/nowhere',
    '/v2/trips',
    '/V1/trips',
    '/healthz/',
    `/v1/trips/${ID}/refund`,
    '//v1/trips',
    '/v1/%zz',
    '/%',
    '/%F0%9F%9A%95',
  ])('%s is a 404 in an envelope, with a key and without', async (path) => {
    for (const key of [account.apiKey, undefined]) {
      const { status, body } = await call(service.url, 'GET', `${path}?token=secret`, { key });
      expect(status).toBe(404);
      expect(body).toEqual({
        code: 'NOT_FOUND',
        message: 'There is nothing at this path.',
        statusCode: 404,
        timestamp: '2027-03-01T08:00:00.000Z',
        path,
      });
    }
  });

  it.each(['%', '%zz', '%E0%A4%A', `${ID}%`])('is not one when only the trip’s id is badly encoded: %s', async (id) => {
    expect((await account.api.read(id)).body).toMatchObject({ code: 'TRIP_NOT_FOUND', path: `/v1/trips/${id}` });
    expect((await account.api.cancel(id)).body).toMatchObject({ code: 'TRIP_NOT_FOUND' });
    expect((await call(service.url, 'GET', `/v1/trips/${id}`)).status).toBe(401);
  });

  it.each([
    ['http://localhost/nowhere', '/nowhere'],
    ['HTTPS://user@elsewhere.example:8080/nowhere?a=/v1', '/nowhere'],
    ['http://localhost/nowhere#token=secret', '/nowhere'],
    ['/nowhere#token=secret', '/nowhere'],
    ['ftp://localhost/healthz', 'ftp://localhost/healthz'],
    ['*', '*'],
  ])('is in the envelope, and nothing else of the target: %s', async (target, path) => {
    const { status, headers, body } = await sendRaw(service.url, request('GET', target));
    expect([status, body.code, body.path]).toEqual([404, 'NOT_FOUND', path]);
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('ratelimit')).toMatch(/^"ip"/);
  });

  it('is a 404 whatever body comes with it', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['hello', 'text/plain'],
      ['x'.repeat(70_000), 'application/json'],
    ] as const) {
      const answer = await call(service.url, 'POST', '/nowhere', { body, headers: { 'content-type': type } });
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('the root', () => {
  it.each(['/', 'http://localhost', 'http://?a', 'http://['])('leads to the documentation: %s', async (target) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await sendRaw(service.url, request(method, target));
      expect([status, headers.get('location'), text]).toEqual([302, '/docs', '']);
    }
  });
});

describe('an empty identifier', () => {
  it.each([
    ['GET', '/v1/trips/'],
    ['HEAD', '/v1/trips/'],
    ['POST', '/v1/trips//cancel'],
    ['GET', '/v1/trips/?page=1'],
  ])('makes an unknown path, with a key and without: %s %s', async (method, path) => {
    for (const authorization of [`Authorization: Bearer ${account.apiKey}\r\n`, '']) {
      const bytes = request(method, path).replace('\r\n\r\n', `\r\n${authorization}\r\n`);
      const { status, body } = await sendRaw(service.url, bytes);
      expect(status).toBe(404);
      if (method !== 'HEAD') expect(body).toMatchObject({ code: 'NOT_FOUND', path: path.split('?')[0] });
    }
  });
});

describe('a whole address', () => {
  it('is asked for as its path is', async () => {
    expect((await sendRaw(service.url, request('GET', 'http://localhost/healthz'))).status).toBe(200);
    expect((await sendRaw(service.url, request('PUT', 'http://elsewhere.example/v1/trips'))).status).toBe(405);
    const missing = await sendRaw(service.url, request('GET', `http://localhost/v1/trips/${ID}?a=1`));
    expect([missing.status, missing.body.path]).toEqual([401, `/v1/trips/${ID}`]);
  });
});

describe('a method that a path does not answer', () => {
  it.each([
    ['PUT', '/v1/trips', 'GET, HEAD, POST'],
    ['PATCH', '/v1/trips', 'GET, HEAD, POST'],
    ['DELETE', '/v1/trips', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/trips', 'GET, HEAD, POST'],
    ['DELETE', `/v1/trips/${ID}`, 'GET, HEAD'],
    ['POST', `/v1/trips/${ID}`, 'GET, HEAD'],
    ['GET', `/v1/trips/${ID}/cancel`, 'POST'],
    ['HEAD', `/v1/trips/${ID}/cancel`, 'POST'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/readyz', 'GET, HEAD'],
  ])('%s %s is a 405 that tells which it answers', async (method, path, allow) => {
    const response = await fetch(`${service.url}${path}?a=1`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    if (method === 'HEAD') return;
    expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', statusCode: 405, path });
  });

  it.each(['PROPFIND', 'TRACE', 'QUERY', 'LINK', 'PURGE', 'M-SEARCH'])('%s is one too', async (method) => {
    const { status, headers, body } = await sendRaw(service.url, request(method, '/v1/trips'));
    expect([status, headers.get('allow'), body.code]).toEqual([405, 'GET, HEAD, POST', 'METHOD_NOT_ALLOWED']);
  });

  it('is refused before the body is looked at', async () => {
    const { status } = await call(service.url, 'PUT', '/v1/trips', { body: 'x', headers: { 'content-type': 'a/b' } });
    expect(status).toBe(405);
  });
});

describe('the size of a body', () => {
  const padded = (bytes: number) => {
    const body = JSON.stringify(bookingBody());
    return body + ' '.repeat(bytes - Buffer.byteLength(body));
  };
  const book = (body: string) => account.api.send('POST', '/v1/trips', { body, headers: newKey() });

  it('may be 65,536 bytes', async () => {
    expect((await book(padded(65_536))).status).toBe(201);
  });

  it.each([65_537, 1_000_000, 20_000_000])('may not be %d bytes', async (bytes) => {
    const { status, body } = await book(padded(bytes));
    expect([status, body.code, body.path]).toEqual([413, 'PAYLOAD_TOO_LARGE', '/v1/trips']);
  });

  it('is counted while it arrives when no header announces it', async () => {
    const chunk = `${(4096).toString(16)}\r\n${' '.repeat(4096)}\r\n`;
    const { status, body } = await sendRaw(
      service.url,
      [
        'POST /v1/trips HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${account.apiKey}`,
        'Idempotency-Key: in-many-chunks',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Connection: close',
        '',
        `${chunk.repeat(17)}0\r\n\r\n`,
      ].join('\r\n'),
    );
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('the type of a body', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
  ])('may not be %s', async (type) => {
    for (const path of ['/v1/trips', `/v1/trips/${ID}/cancel`]) {
      const { status, body } = await account.api.send('POST', path, {
        body: JSON.stringify(bookingBody()),
        headers: { ...newKey(), 'content-type': type },
      });
      expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
  ])('may be %s', async (type) => {
    const { status } = await account.api.send('POST', '/v1/trips', {
      body: JSON.stringify(bookingBody()),
      headers: { ...newKey(), 'content-type': type },
    });
    expect(status).toBe(201);
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x-unknown'])('may not be compressed: %s', async (encoding) => {
    for (const path of ['/v1/quotes', '/v1/trips', `/v1/trips/${ID}/cancel`]) {
      for (const body of [JSON.stringify(bookingBody()), gzipSync(JSON.stringify(bookingBody()))]) {
        const headers = { ...newKey(), 'content-encoding': encoding };
        const answer = await account.api.send('POST', path, { body, headers });
        expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
        expect(answer.body).toMatchObject({
          code: 'UNSUPPORTED_MEDIA_TYPE',
          message: 'Send the body without Content-Encoding: compressed bodies are not supported.',
        });
      }
    }
  });

  it.each(['identity', 'Identity', ''])('may be said to be uncompressed: “%s”', async (encoding) => {
    const { status } = await account.api.create({}, { ...newKey(), 'content-encoding': encoding });
    expect(status).toBe(201);
  });

  it('is required', async () => {
    const { status, body } = await sendRaw(
      service.url,
      `POST /v1/trips HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${account.apiKey}\r\n` +
        'Idempotency-Key: untyped-body\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    );
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
