import { describe, expect, it } from 'vitest';
import { call, newKey } from '../support/client.ts';
import { countOf, openTransaction, takeDatabaseAway } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

describe('while the database is unavailable', () => {
  it('every endpoint answers 503 with Retry-After, and works again as soon as it is back', async () => {
    const { _id } = await account.api.createdTrip();
    const headers = newKey();
    const requests = () => [
      account.api.create({}, headers),
      account.api.list(),
      account.api.read(_id),
      account.api.cancel(_id),
      account.api.cancel(_id, { headers: newKey() }),
      call(service.url, 'GET', '/readyz'),
    ];
    const bringBack = await takeDatabaseAway(service);
    const answers = await Promise.all(requests());
    for (const { status, body, headers } of answers) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '1']);
      expect(body.message).toMatch(/^The service cannot answer right now\./);
      expect(JSON.stringify(body)).not.toContain('nowhere');
    }
    expect((await call(service.url, 'GET', '/healthz')).status).toBe(200);
    expect((await call(service.url, 'GET', '/v1/openapi.json')).status).toBe(200);
    bringBack();
    const again = await Promise.all([account.api.create({}, headers), account.api.list(), account.api.read(_id)]);
    expect(again.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect((await call(service.url, 'GET', '/readyz')).body).toEqual({ status: 'ready', rateLimits: 'memory' });
  });

  it('many bookings at once each get 503, none is made, and each can be sent again', async () => {
    const own = await service.account();
    const keys = Array.from({ length: 20 }, newKey);
    const bringBack = await takeDatabaseAway(service);
    const refused = await Promise.all(keys.map((headers) => own.api.create({}, headers)));
    bringBack();
    expect(refused.map(({ status }) => status)).toEqual(Array(20).fill(503));
    const booked = await Promise.all(keys.map((headers) => own.api.create({}, headers)));
    expect(booked.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await countOf(service, 'SELECT count(*) FROM trips WHERE account_id = $1', [own.accountId])).toBe(20);
  });
});

describe('a database that makes no progress', () => {
  it('is given up after five seconds with a 503, and nothing is booked', async () => {
    const own = await service.account();
    await own.api.list();
    const other = await openTransaction(service);
    await other.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await other.query('LOCK TABLE trips IN EXCLUSIVE MODE');
    const { status, body } = await own.api.create();
    await other.rollback();
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await own.api.list()).body.pagination.total).toBe(0);
  });
});
