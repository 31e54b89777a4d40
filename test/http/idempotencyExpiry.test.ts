import { beforeAll, describe, expect, it } from 'vitest';
import type { Queryable } from '../../src/database/connection.ts';
import { startIdempotencySweep, sweepExpiredKeys } from '../../src/trips/idempotencySweep.ts';
import { newKey } from '../support/client.ts';
import { countOf } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const keyCount = () => countOf(service, 'SELECT count(*) FROM idempotency_keys');
const expire = (headers: { 'idempotency-key': string }) =>
  service.database.query({
    text: `UPDATE idempotency_keys SET expires_at = now() - interval '1 millisecond' WHERE idempotency_key = $1`,
    values: [headers['idempotency-key']],
  });
const insertKeys = (count: number, age: string) =>
  service.database.query({
    text: `INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, response_body, expires_at)
           SELECT $1, gen_random_uuid(), '', '{}', now() + $2::interval FROM generate_series(1, $3)`,
    values: [account.accountId, age, count],
  });

describe('an Idempotency-Key past its day', () => {
  it('is kept for 24 hours from completion', async () => {
    const trip = await account.api.createdTrip();
    await account.api.cancel(trip._id, { headers: newKey() });
    const odd = `SELECT count(*) FROM idempotency_keys
                  WHERE expires_at NOT BETWEEN now() + interval '23:59:30' AND now() + interval '24:00:00'`;
    expect([await keyCount(), await countOf(service, odd)]).toEqual([2, 0]);
  });

  it('is new for the same booking before the sweep has run, and is then kept for a day again', async () => {
    const headers = newKey();
    const first = await account.api.create({}, headers);
    await expire(headers);
    const second = await account.api.create({}, headers);
    expect([second.status, second.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(second.body.data._id).not.toBe(first.body.data._id);
    const third = await account.api.create({}, headers);
    expect([third.text, third.headers.get('idempotent-replayed')]).toEqual([second.text, 'true']);
  });

  it('is new for another booking', async () => {
    const headers = newKey();
    await account.api.create({}, headers);
    await expire(headers);
    expect((await account.api.create({ price: 99 }, headers)).status).toBe(201);
    expect((await account.api.create({}, headers)).body.code).toBe('IDEMPOTENCY_KEY_CONFLICT');
  });

  it('is new for a cancellation', async () => {
    const headers = newKey();
    const created = await account.api.create({}, headers);
    await expire(headers);
    const cancelled = await account.api.cancel(created.body.data._id, { headers });
    expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'CANCELLED']);
  });

  it('tells a second cancellation that the trip is already cancelled', async () => {
    const headers = newKey();
    const trip = await account.api.createdTrip();
    await account.api.cancel(trip._id, { headers });
    await expire(headers);
    const { status, body } = await account.api.cancel(trip._id, { headers });
    expect([status, body.code]).toEqual([400, 'TRIP_ALREADY_CANCELLED']);
  });
});

describe('the sweep', () => {
  beforeAll(async () => {
    await sweepExpiredKeys(service.database);
  });

  it('deletes expired keys in bounded steps and leaves those that live', async () => {
    const living = await keyCount();
    await insertKeys(25, '-1 hour');
    await insertKeys(5, '1 hour');
    const deletedByStep: (number | null)[] = [];
    const watched: Queryable = {
      layout: service.database.layout,
      async query(statement) {
        const result = await service.database.query<never>(statement);
        deletedByStep.push(result.rowCount);
        return result;
      },
    };
    expect(await sweepExpiredKeys(watched, () => false, 10)).toBe(25);
    expect(deletedByStep).toEqual([10, 10, 5]);
    expect(await keyCount()).toBe(living + 5);
  });

  it('stops between two steps when the service stops', async () => {
    await insertKeys(30, '-1 hour');
    let steps = 0;
    expect(await sweepExpiredKeys(service.database, () => steps++ === 1, 10)).toBe(10);
    expect(await sweepExpiredKeys(service.database)).toBe(20);
  });

  it('runs by itself', async () => {
    const living = await keyCount();
    await insertKeys(3, '-1 hour');
    const sweep = startIdempotencySweep(service.database, { debug: () => {}, warn: () => {}, info: () => {} }, 20);
    await expect.poll(keyCount, { timeout: 5_000 }).toBe(living);
    await sweep.stop();
    await insertKeys(1, '-1 hour');
    expect(await keyCount()).toBe(living + 1);
  });
});
