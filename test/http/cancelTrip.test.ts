import { describe, expect, it } from 'vitest';
import type { TripStatus } from '../../src/contract/trip.ts';
import { advanceTrip } from '../support/advance.ts';
import { newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const OPEN: TripStatus[] = ['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED'];

describe('POST /v1/trips/{id}/cancel', () => {
  it.each(OPEN.map((status, place) => [status, OPEN.slice(0, place + 1)] as const))(
    'cancels a trip that is %s, and the history tells the whole way',
    async (status, passed) => {
      const created = await account.api.createdTrip();
      await advanceTrip(service, created._id, status);
      service.clock.advance(1);
      const { status: httpStatus, body } = await account.api.cancel(created._id);
      const isPaid = status === 'FINISHED_PAYED';
      expect(httpStatus).toBe(200);
      expect(body).toEqual({ success: true, data: { ...created, status: 'CANCELLED', isPaid } });
      const { statusHistory, ...read } = await account.api.tripNow(created._id);
      expect(read).toEqual(body.data);
      expect(statusHistory).toEqual([
        ...passed.map((each) => ({
          status: each,
          changedAt: created.createdAt,
          changedBy: each === 'CONFIRMED' ? 'API' : 'OPERATOR',
        })),
        { status: 'CANCELLED', changedAt: service.clock.now().toISOString(), changedBy: 'API' },
      ]);
    },
  );

  it('refuses a trip that is already cancelled, and changes nothing', async () => {
    const { _id } = await account.api.createdTrip();
    expect((await account.api.cancel(_id)).status).toBe(200);
    const before = await account.api.tripNow(_id);
    service.clock.advance(1);
    const { status, body } = await account.api.cancel(_id, { body: { reason: 'again' } });
    expect([status, body.code, body.message]).toEqual([
      400,
      'TRIP_ALREADY_CANCELLED',
      'This trip is already cancelled.',
    ]);
    expect(await account.api.tripNow(_id)).toEqual(before);
  });

  it('answers a trip that does not exist, another account’s, and a malformed identifier alike', async () => {
    const stranger = await service.account();
    const theirs = await stranger.api.createdTrip();
    for (const id of ['0'.repeat(24), theirs._id, 'abc', 'z'.repeat(24), `${theirs._id}0`]) {
      for (const headers of [{}, newKey()]) {
        const { status, body } = await account.api.cancel(id, { headers });
        expect([status, body.code, body.message]).toEqual([404, 'TRIP_NOT_FOUND', 'This account has no such trip.']);
      }
    }
    expect((await stranger.api.tripNow(theirs._id)).status).toBe('CONFIRMED');
  });

  it('understands the identifier in upper case', async () => {
    const { _id } = await account.api.createdTrip();
    const { status, body } = await account.api.cancel(_id.toUpperCase());
    expect([status, body.data._id, body.data.status]).toEqual([200, _id, 'CANCELLED']);
  });

  it('leaves every other trip alone', async () => {
    const [cancelled, kept] = [await account.api.createdTrip(), await account.api.createdTrip()];
    await account.api.cancel(cancelled._id);
    expect((await account.api.tripNow(kept._id)).status).toBe('CONFIRMED');
  });

  it('refuses query parameters, and cancels nothing then', async () => {
    const { _id } = await account.api.createdTrip();
    const { status, body } = await account.api.send('POST', `/v1/trips/${_id}/cancel?force=true`);
    expect([status, body.message]).toEqual([400, ['force is not a known query parameter']]);
    expect((await account.api.tripNow(_id)).status).toBe('CONFIRMED');
  });
});
