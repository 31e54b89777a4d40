import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/trips/idempotency.ts';
import { bookingBody, newKey } from '../support/client.ts';
import { countOf, countTrips, openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const tripsOf = (owner: TestAccount) => countTrips(service, owner);

/** What another process does while it books under the key: it holds the key's record and has not yet committed. */
async function holdKey(headers: { 'idempotency-key': string }, print: Buffer, answer = '{}') {
  const other = await openTransaction(service);
  await other.query(
    `INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, response_body, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '1 hour')`,
    [account.accountId, headers['idempotency-key'], print, answer],
  );
  return other;
}

describe('a second request while the first with its key is running', () => {
  it('gets a 409 with Retry-After, and the first is booked once nothing holds it', async () => {
    const headers = newKey();
    const other = await holdKey(headers, Buffer.alloc(32));
    const first = account.api.create({}, headers);
    await untilStatementWaits(service);
    for (const changes of [{}, { price: 99 }]) {
      const second = await account.api.create(changes, headers);
      expect([second.status, second.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_PROGRESS']);
      expect(second.headers.get('retry-after')).toBe('1');
    }
    await other.rollback();
    const { status, text } = await first;
    expect(status).toBe(201);
    expect((await account.api.create({}, headers)).text).toBe(text);
  });

  it('finds the answer of another process that was quicker with the same request', async () => {
    const headers = newKey();
    const answer = await account.api.create();
    const trips = await tripsOf(account);
    const other = await holdKey(headers, fingerprint('POST', '/v1/trips', bookingBody()), answer.text);
    const loser = account.api.create({}, headers);
    await untilStatementWaits(service);
    await other.commit();
    const { status, text, headers: answered } = await loser;
    expect([status, text, answered.get('idempotent-replayed')]).toEqual([201, answer.text, 'true']);
    expect(await tripsOf(account)).toBe(trips);
  });

  it('is a conflict when another process was quicker with a different request', async () => {
    const headers = newKey();
    const trips = await tripsOf(account);
    const other = await holdKey(headers, Buffer.alloc(32));
    const loser = account.api.create({}, headers);
    await untilStatementWaits(service);
    await other.commit();
    const { status, body } = await loser;
    expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_KEY_CONFLICT']);
    expect(await tripsOf(account)).toBe(trips);
  });
});

describe('many requests at once', () => {
  it('with one key and one body make one trip and one rider; each gets it or a 409', async () => {
    const own = await service.account();
    const headers = newKey();
    const answers = await Promise.all(Array.from({ length: 60 }, () => own.api.create({}, headers)));
    const successes = answers.filter(({ status }) => status === 201);
    expect(new Set(successes.map(({ text }) => text)).size).toBe(1);
    expect(successes.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 201)) {
      expect(body.code).toBe('IDEMPOTENCY_KEY_IN_PROGRESS');
    }
    expect(await tripsOf(own)).toBe(1);
    const riders = await countOf(service, 'SELECT count(*) FROM riders WHERE account_id = $1', [own.accountId]);
    expect(riders).toBe(own.riders.length + 1);
  });

  it('with one key and different bodies make one trip', async () => {
    const own = await service.account();
    const headers = newKey();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, price) => own.api.create({ price }, headers)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
    expect(await tripsOf(own)).toBe(1);
  });

  it('are judged one by one: a refused one does not fail those that travel with it', async () => {
    const own = await service.account();
    const taken = newKey();
    await own.api.create({}, taken);
    const refused = {
      7: own.api.create({ vehicleId: '0'.repeat(24) }),
      11: own.api.create({ scheduledAt: '2020-01-01T00:00:00Z' }),
      13: own.api.create({ price: 1 }, taken),
      17: own.api.create({ serviceTierId: 'f'.repeat(24) }),
    } as Record<number, ReturnType<typeof own.api.create>>;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refused[index] ?? own.api.create({ price: index })),
    );
    const codes = answers.flatMap(({ body, status }) => (status === 201 ? [] : [body.code]));
    expect(codes).toEqual([
      'VEHICLE_NOT_FOUND',
      'VALIDATION_FAILED',
      'IDEMPOTENCY_KEY_CONFLICT',
      'SERVICE_TIER_NOT_FOUND',
    ]);
    const prices = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.price);
    expect(prices).toEqual(Array.from({ length: 50 }, (_, index) => index).filter((index) => !(index in refused)));
    expect(await tripsOf(own)).toBe(47);
  });
});
