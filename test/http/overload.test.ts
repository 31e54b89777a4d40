import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdmissionRule } from '../../src/gates/admission.ts';
import { type ApiAnswer, bookingBody, call, newKey } from '../support/client.ts';
import { countTrips, openTransaction } from '../support/databaseOfService.ts';
import { keepConnection } from '../support/keepAlive.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const ROOM = 4;
const admission: AdmissionRule = { tickMs: 10, busyMs: 30, busyTicks: 3, waitMs: 100, min: ROOM, max: ROOM };

let service: TestService;
let account: TestAccount;

beforeEach(async () => {
  service = await startService({ overrides: { admission } });
  account = await service.account();
  await account.api.list();
});
afterEach(() => service.close());

const metric = async (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(await service.metrics())?.[1]);
// Less than the ten seconds after which a request without a caller stops counting in any case.
const untilUnderWay = (count: number) =>
  expect.poll(() => metric('http_requests_under_way'), { interval: 5, timeout: 9_000 }).toBe(count);

/** Bookings fill the service up and wait for a lock until they are let go. */
async function fillUp() {
  const other = await openTransaction(service);
  await other.query('LOCK TABLE trips IN EXCLUSIVE MODE');
  const waiting = Array.from({ length: ROOM }, () => account.api.create());
  await untilUnderWay(ROOM);
  return {
    async letGo(): Promise<ApiAnswer[]> {
      await other.rollback();
      return Promise.all(waiting);
    },
  };
}

describe('a service that has as much to do as it can', () => {
  it('refuses what comes in addition with 503 and Retry-After, as described, and serves what it let in', async () => {
    const { letGo } = await fillUp();
    const requestId = { 'x-request-id': 'one-too-many' };
    const refused = await Promise.all([
      account.api.list(),
      account.api.create(),
      account.api.send('POST', '/v1/quotes', { body: {} }),
      account.api.send('GET', '/v1/trips', { headers: requestId }),
      call(service.url, 'GET', '/v1/openapi.json'),
      call(service.url, 'GET', '/nowhere'),
    ]);
    for (const { status, body, headers } of refused) {
      expect([status, body.code, body.statusCode, headers.get('retry-after')]).toEqual([
        503,
        'SERVICE_UNAVAILABLE',
        503,
        '1',
      ]);
      expect(headers.get('connection')).not.toBe('close');
    }
    expect(refused[3]?.headers.get('x-request-id')).toBe('one-too-many');
    expect(refused[1]?.body.path).toBe('/v1/trips');
    expect((await letGo()).map(({ status }) => status)).toEqual(Array(ROOM).fill(201));
  });

  it('still answers probes', async () => {
    const { letGo } = await fillUp();
    const probes = await Promise.all(
      ['/healthz', '/readyz', '/healthz', '/readyz', '/readyz'].map((path) => call(service.url, 'GET', path)),
    );
    expect(probes.map(({ status }) => status)).toEqual(Array(5).fill(200));
    await letGo();
  });

  it('admits everything again as soon as it is free', async () => {
    const { letGo } = await fillUp();
    expect((await account.api.list()).status).toBe(503);
    await letGo();
    await untilUnderWay(0);
    for (let index = 0; index < 3 * ROOM; index += 1) expect((await account.api.list()).status).toBe(200);
  });

  it('leaves the key of a refused booking free, and its retry books once', async () => {
    const { letGo } = await fillUp();
    const headers = newKey();
    expect((await account.api.create({}, headers)).status).toBe(503);
    await letGo();
    const booked = await account.api.create({}, headers);
    expect([booked.status, booked.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = await account.api.create({}, headers);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([booked.text, 'true']);
    expect(await countTrips(service, account)).toBe(ROOM + 1);
  });

  it('keeps the connection on which it refuses, whose body it has not read', async () => {
    const { letGo } = await fillUp();
    const connection = keepConnection(service.url);
    const headers = { authorization: `Bearer ${account.apiKey}`, ...newKey() };
    const book = () => connection.send('POST', '/v1/trips', headers, bookingBody({ note: 'x'.repeat(2_000) }));
    expect((await book()).status).toBe(503);
    const socket = connection.socket();
    await letGo();
    expect((await book()).status).toBe(201);
    expect(connection.socket()).toBe(socket);
    connection.close();
  });

  it('counts what it refused, and says in the log when that began and when it ended, not each time', async () => {
    const { letGo } = await fillUp();
    for (let index = 0; index < 7; index += 1) await account.api.list();
    await letGo();
    const warnings = () => service.logLines().filter(({ level, msg }) => level === 40 && /overload/.test(String(msg)));
    await expect.poll(() => warnings().length).toBe(2);
    expect(warnings()).toMatchObject([
      { underWay: ROOM, limit: ROOM, msg: expect.stringContaining('overloaded') },
      { refused: 7, msg: expect.stringContaining('no longer overloaded') },
    ]);
    expect(await metric('http_requests_shed_total')).toBe(7);
    const refused = service.logLines().filter(({ status }) => status === 503);
    expect(refused.map(({ level, code }) => [level, code])).toEqual(Array(7).fill([20, 'SERVICE_UNAVAILABLE']));
  });
});

describe('what counts as in progress', () => {
  it('is nothing once every request is answered, however it ends', async () => {
    const booking = bookingBody();
    await account.api.create();
    await account.api.read('0'.repeat(24));
    await account.api.list('?limit=1000');
    await account.api.send('POST', '/v1/trips', { body: '{', headers: newKey() });
    await account.api.send('POST', '/v1/trips', { body: ' '.repeat(70_000), headers: newKey() });
    await account.api.send('POST', '/v1/trips', {
      body: booking,
      headers: { 'content-type': 'text/plain', ...newKey() },
    });
    await account.api.send('DELETE', '/v1/trips');
    await call(service.url, 'GET', '/v1/trips');
    await call(service.url, 'GET', '/nowhere');
    await call(service.url, 'GET', '/v1/openapi.json');
    await fetch(`${service.url}/v1/openapi.json`, { method: 'HEAD' });
    await call(service.url, 'GET', '/readyz');
    await untilUnderWay(0);
  });

  it('is not a request whose body does not come: it waits for its caller', async () => {
    const sockets: Socket[] = [];
    for (let index = 0; index < 2 * ROOM; index += 1) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      sockets.push(socket);
      const key = newKey()['idempotency-key'];
      const lines = [`Authorization: Bearer ${account.apiKey}`, `Idempotency-Key: ${key}`, 'Expect: 100-continue'];
      const head = ['POST /v1/trips HTTP/1.1', 'Host: localhost', ...lines, 'Content-Type: application/json'];
      socket.write([...head, 'Content-Length: 100', '', '{'].join('\r\n'));
      expect(String(await once(socket, 'data'))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      await untilUnderWay(0);
    }
    expect((await account.api.list()).status).toBe(200);
    expect(await metric('http_requests_shed_total')).toBe(0);
    for (const socket of sockets) socket.destroy();
    const ended = () => service.logLines().filter(({ msg, method }) => msg === 'request' && method === 'POST');
    await expect.poll(() => ended().length).toBe(2 * ROOM);
    expect(await metric('http_requests_under_way')).toBe(0);
  });

  it('excludes a request whose client disconnected mid-body behind another on its connection', async () => {
    const other = await openTransaction(service);
    await other.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
    const headers = ['Host: localhost', `Authorization: Bearer trip_live_${'0'.repeat(24)}.${'x'.repeat(43)}`];
    const withoutItsBody = [...headers, 'Content-Type: application/json', 'Content-Length: 100', '', ''];
    const requests = [
      ['GET /v1/trips HTTP/1.1', ...headers, '', ''],
      ['POST /v1/quotes HTTP/1.1', ...withoutItsBody],
    ].map((lines) => lines.join('\r\n'));
    const sockets = Array.from({ length: ROOM / 2 }, () => connect(Number(new URL(service.url).port), '127.0.0.1'));
    for (const socket of sockets) socket.write(requests.join(''));
    await untilUnderWay(ROOM);
    for (const socket of sockets) socket.resetAndDestroy();
    const gone = () => service.logLines().filter(({ status }) => status === 499);
    // From Node 24 on, a request that waits behind another is logged as well.
    await expect.poll(() => gone().length, { interval: 5 }).toBeGreaterThanOrEqual(sockets.length);
    await other.rollback();
    await untilUnderWay(0);
    expect((await account.api.list()).status).toBe(200);
  });

  it('is a request whose caller has hung up, until its work is done', async () => {
    const other = await openTransaction(service);
    await other.query('LOCK TABLE trips IN EXCLUSIVE MODE');
    const hangUp = new AbortController();
    const waiting = Array.from({ length: ROOM }, () =>
      fetch(`${service.url}/v1/trips`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json', ...newKey() },
        body: JSON.stringify(bookingBody()),
        signal: hangUp.signal,
      }).catch(() => 'gone'),
    );
    await untilUnderWay(ROOM);
    hangUp.abort();
    expect(await Promise.all(waiting)).toEqual(Array(ROOM).fill('gone'));
    expect((await account.api.list()).status).toBe(503);
    await other.rollback();
    await untilUnderWay(0);
    expect((await account.api.list()).status).toBe(200);
  });
});
