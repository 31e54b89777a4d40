import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { bookingBody } from '../support/client.ts';
import { type RawAnswer, sendRaw } from '../support/rawHttp.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile({ overrides: { timeouts: { headersMs: 400, requestMs: 800 } } });
const account = await service.account();

function expectEnvelope({ status, headers, body }: RawAnswer, expected: Record<string, unknown>) {
  expect(body).toEqual({ timestamp: '2027-03-01T08:00:00.000Z', statusCode: status, path: '', ...expected });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toBeTruthy();
}

const post = (...lines: string[]) =>
  [
    'POST /v1/trips?from=here HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${account.apiKey}`,
    'Idempotency-Key: never-completed',
    'Content-Type: application/json',
    ...lines,
  ].join('\r\n');

describe('what is not HTTP', () => {
  it.each([
    ['rubbish', 'rubbish\r\n\r\n'],
    ['bytes', '\x16\x03\x01\x02\x00\x01\x00'],
    ['an unknown method', 'BREW /v1/trips HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['another protocol version', 'GET / HTTP/7.0\r\nHost: localhost\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nrubbish\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ])('is a 400 in an envelope: %s', async (_, bytes) => {
    const answer = await sendRaw(service.url, bytes);
    expect(answer.status).toBe(400);
    expectEnvelope(answer, { code: 'VALIDATION_FAILED', message: ['the request is not valid HTTP'] });
  });

  it('is a 400 when it breaks within a body, under the id of the request', async () => {
    const answer = await sendRaw(
      service.url,
      post('X-Request-Id: broken-chunk', 'Transfer-Encoding: chunked', '', 'no-size'),
    );
    expect(answer.status).toBe(400);
    expectEnvelope(answer, {
      code: 'VALIDATION_FAILED',
      message: ['the request is not valid HTTP'],
      path: '/v1/trips',
    });
    expect(answer.headers.get('x-request-id')).toBe('broken-chunk');
  });

  it('is a 400 with two Hosts, of which a proxy might go by the other', async () => {
    const answer = await sendRaw(
      service.url,
      'GET /healthz HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n',
    );
    expect(answer.status).toBe(400);
    expectEnvelope(answer, { code: 'VALIDATION_FAILED', message: ['Host must be sent once'], path: '/healthz' });
  });

  it('is a 400 without a Host, which HTTP/1.0 did not yet ask for', async () => {
    const answer = await sendRaw(service.url, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(answer.status).toBe(400);
    expectEnvelope(answer, { code: 'VALIDATION_FAILED', message: ['Host is required'], path: '/healthz' });
    expect((await sendRaw(service.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('is not an expectation that we do not know', async () => {
    const { status } = await sendRaw(
      service.url,
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: patience\r\nConnection: close\r\n\r\n',
    );
    expect(status).toBe(200);
  });
});

describe('headers', () => {
  it.each([
    ['one long header', `X-Long: ${'a'.repeat(17_000)}`],
    ['many headers', Array.from({ length: 1_000 }, (_, index) => `X-Header-${index}: value`).join('\r\n')],
  ])('over 16 KiB are a 431 in an envelope: %s', async (_, lines) => {
    const answer = await sendRaw(service.url, `GET / HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\n`);
    expect(answer.status).toBe(431);
    expectEnvelope(answer, { code: 'HEADERS_TOO_LARGE', message: 'The request headers are too large.' });
  });
});

describe('a request that does not arrive in time', () => {
  const late = { code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time.' };

  it('is a 408 in an envelope when its headers do not end', async () => {
    const answer = await sendRaw(service.url, 'GET / HTTP/1.1\r\nHost: localhost\r\n');
    expect(answer.status).toBe(408);
    expectEnvelope(answer, late);
  });

  it('is a 408 under its own id, with one line in the log, when its body does not end', async () => {
    const answer = await sendRaw(service.url, post('X-Request-Id: slow-body', 'Content-Length: 100', '', '{'));
    expect(answer.status).toBe(408);
    expectEnvelope(answer, { ...late, path: '/v1/trips' });
    expect(answer.headers.get('x-request-id')).toBe('slow-body');
    await expect
      .poll(() => service.logLines().filter(({ requestId }) => requestId === 'slow-body'))
      .toMatchObject([{ status: 408, accountId: account.accountId, route: '/v1/trips', level: 30 }]);
  });
});

describe('a caller who leaves within the body', () => {
  it.each([
    ['by ending', (socket: Socket) => socket.end(), 400],
    ['by resetting', (socket: Socket) => socket.resetAndDestroy(), 499],
  ])('%s the connection has one line in the log, and it is no error of ours', async (way, leave, status) => {
    const requestId = way.replace(' ', '-');
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(post(`X-Request-Id: ${requestId}`, 'Content-Length: 100', 'Expect: 100-continue', '', '{'));
    await once(socket, 'data'); // it says "continue" once it has the request
    leave(socket);
    await once(socket, 'close');
    const lines = () => service.logLines().filter((line) => line.requestId === requestId);
    await expect.poll(lines).toMatchObject([{ level: 30, status, route: '/v1/trips' }]);
  });
});

describe('a client that waits to be asked for its body', () => {
  const BODY = JSON.stringify(bookingBody());
  const head = (length: number, key: string) =>
    [
      'POST /v1/trips HTTP/1.1',
      'Host: localhost',
      ...(key === '' ? [] : [`Authorization: Bearer ${key}`]),
      'Idempotency-Key: expected-to-continue',
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      'Expect: 100-continue',
    ].join('\r\n');

  it('is asked when nothing before the body is wrong, and keeps its connection', async () => {
    const { socket, received } = openConnection();
    socket.write(`${head(Buffer.byteLength(BODY), account.apiKey)}\r\n\r\n`);
    await expect.poll(received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(BODY);
    await expect.poll(received).toContain('"success":true');
    expect(received()).toMatch(/HTTP\/1\.1 201 Created[\s\S]*\r\nConnection: keep-alive\r\n/);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(received()).toMatch(/HTTP\/1\.1 200 OK/);
  });

  it.each([
    ['without a key', 100, '', 'HTTP/1.1 401'],
    ['with a bad key', 100, 'rubbish', 'HTTP/1.1 401'],
    ['with too large a body', 65_537, account.apiKey, 'HTTP/1.1 413'],
  ])('is refused instead, and the connection ends: %s', async (_, length, key, status) => {
    const { socket, received } = openConnection();
    socket.write(`${head(length, key)}\r\n\r\n`);
    await once(socket, 'close');
    expect(received().slice(0, status.length)).toBe(status);
    expect(received()).toMatch(/\r\nConnection: close\r\n/i);
  });
});

describe('what is not HTTP, behind requests that are', () => {
  const read = (id: string) =>
    `GET /v1/trips HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.apiKey}\r\nX-Request-Id: ${id}\r\n\r\n`;
  const statusLines = (received: string) => received.match(/HTTP\/1\.1 \d+/g);

  it('is a 400 on a connection whose earlier request was answered, and the service lives', async () => {
    const { socket, received } = openConnection();
    socket.write(read('answered-before'));
    await expect.poll(received).toContain('answered-before');
    socket.write('rubbish\r\n\r\n');
    await once(socket, 'close');
    expect(statusLines(received())).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect((await sendRaw(service.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('is a 400 after the answers of all that came before it in the same bytes', async () => {
    const { socket, received } = openConnection();
    socket.write(`${read('first')}${read('second')}rubbish\r\n\r\n`);
    await once(socket, 'close');
    expect(statusLines(received())).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(received().indexOf('first')).toBeLessThan(received().indexOf('second'));
  });

  it('has no answer of its own within a body whose request was answered already', async () => {
    const { socket, received } = openConnection();
    socket.write('POST /v1/trips HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    await expect.poll(received).toContain('UNAUTHORIZED');
    socket.write('no-size\r\n');
    await once(socket, 'close');
    expect(statusLines(received())).toEqual(['HTTP/1.1 401']);
  });
});

describe('a caller who was refused', () => {
  it.each([
    ['', 'rubbish\r\n\r\n'],
    [' after an answer', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n}\r\n\r\n'],
    [' within a body', 'POST /v1/trips HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno-size\r\n'],
  ])('cannot keep the connection by never hanging up%s', async (_, bytes) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.resume().write(bytes);
    await once(socket, 'end');
    expect(socket.writable).toBe(true);
    await expect.poll(() => service.openConnections()).toBe(0);
    socket.destroy();
  });
});

function openConnection(): { socket: Socket; received(): string } {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return { socket, received: () => text };
}
