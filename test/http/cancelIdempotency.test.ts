import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/trips/idempotency.ts';
import { newKey } from '../support/client.ts';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

async function historyOf(id: string): Promise<string[]> {
  return (await account.api.tripNow(id)).statusHistory.map(({ status }) => status);
}

describe('a cancellation with an Idempotency-Key', () => {
  it('is answered again with the same bytes, and the trip is cancelled once', async () => {
    const { _id } = await account.api.createdTrip();
    const headers = newKey();
    const first = await account.api.cancel(_id, { headers, body: { reason: 'Flight cancelled' } });
    expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([200, false]);
    service.clock.advance(60);
    const again = await account.api.cancel(_id, { headers, body: '{ "reason" : "Flight cancelled" }' });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await historyOf(_id)).toEqual(['CONFIRMED', 'CANCELLED']);
  });

  it('is the same with no body, an empty one and an empty object', async () => {
    const { _id } = await account.api.createdTrip();
    const headers = newKey();
    const first = await account.api.cancel(_id, { headers });
    for (const body of ['', {}]) {
      const again = await account.api.cancel(_id, { headers, body });
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
    }
  });

  it('is the same with the trip’s identifier in capitals', async () => {
    const { _id } = await account.api.createdTrip();
    const headers = newKey();
    const first = await account.api.cancel(_id, { headers });
    const again = await account.api.cancel(_id.toUpperCase(), { headers });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it('is a conflict with another reason or another trip, which is left alone', async () => {
    const [one, two] = [await account.api.createdTrip(), await account.api.createdTrip()];
    const headers = newKey();
    await account.api.cancel(one._id, { headers, body: { reason: 'a' } });
    for (const [id, body] of [
      [one._id, { reason: 'b' }],
      [one._id, {}],
      [two._id, { reason: 'a' }],
    ] as const) {
      const answer = await account.api.cancel(id, { headers, body });
      expect([answer.status, answer.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_CONFLICT']);
    }
    expect(await historyOf(two._id)).toEqual(['CONFIRMED']);
  });

  it('leaves the key free when it is refused', async () => {
    const headers = newKey();
    expect((await account.api.cancel('0'.repeat(24), { headers })).status).toBe(404);
    const { _id } = await account.api.createdTrip();
    await account.api.cancel(_id);
    expect((await account.api.cancel(_id, { headers })).body.code).toBe('TRIP_ALREADY_CANCELLED');
    expect((await account.api.create({}, headers)).status).toBe(201);
  });

  it('gets a 409 while the first is running, then the response that another process gave under the same key', async () => {
    const { _id } = await account.api.createdTrip();
    const headers = newKey();
    const answered = await cancelInOtherProcess(_id, headers);
    const loser = account.api.cancel(_id, { headers });
    await untilStatementWaits(service);
    const meanwhile = await account.api.cancel(_id, { headers });
    expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_PROGRESS']);
    expect(meanwhile.headers.get('retry-after')).toBe('1');
    await answered.commit();
    const late = await loser;
    expect([late.status, late.text]).toEqual([200, answered.text]);
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect(await historyOf(_id)).toEqual(['CONFIRMED', 'CANCELLED']);
  });

  it('returns the trip as it is when it is cancelled, though it was changed while the request was running', async () => {
    const { _id } = await account.api.createdTrip();
    const driver = await service.account();
    const headers = newKey();
    const other = await openTransaction(service);
    await other.query(
      'UPDATE trips SET executor_id = $3, version = version + 1 WHERE account_id = $1 AND trip_id = $2',
      [account.accountId, _id, driver.accountId],
    );
    const cancelling = account.api.cancel(_id, { headers });
    await untilStatementWaits(service);
    await other.commit();
    const first = await cancelling;
    expect([first.status, first.body.data.executorId]).toEqual([200, driver.accountId]);
    expect((await account.api.cancel(_id, { headers })).text).toBe(first.text);
  });
});

describe('cancellations without a key', () => {
  it.each([
    ['without a key', () => ({})],
    ['each with its own key', newKey],
  ])('of one trip, many at once, %s: one succeeds and the history has one entry', async (_, headers) => {
    const { _id } = await account.api.createdTrip();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => account.api.cancel(_id, { headers: headers() as Record<string, string> })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(refused).toEqual(Array(39).fill('TRIP_ALREADY_CANCELLED'));
    expect(await historyOf(_id)).toEqual(['CONFIRMED', 'CANCELLED']);
  });
});

/** Does what the service does, in a transaction of its own that has not yet committed. */
async function cancelInOtherProcess(id: string, headers: { 'idempotency-key': string }) {
  const { statusHistory: _, ...trip } = await account.api.tripNow(id);
  const text = JSON.stringify({ success: true, data: { ...trip, status: 'CANCELLED' } });
  const other = await openTransaction(service);
  const place = [account.accountId, id];
  await other.query(`UPDATE trips SET status = 'CANCELLED', version = 2 WHERE account_id = $1 AND trip_id = $2`, place);
  await other.query(`INSERT INTO trip_status_history VALUES ($1, $2, 2, 'CANCELLED', now(), 'API')`, place);
  await other.query(`INSERT INTO idempotency_keys VALUES ($1, $2, $3, $4, now() + interval '24 hours')`, [
    account.accountId,
    headers['idempotency-key'],
    fingerprint('POST', `/v1/trips/${id}/cancel`, {}),
    text,
  ]);
  return { ...other, text };
}
