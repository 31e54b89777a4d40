import { describe, expect, it } from 'vitest';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

describe('GET /v1/trips/{id}', () => {
  it('answers the trip as it was created, with its status history', async () => {
    const created = await account.api.createdTrip();
    const { status, body } = await account.api.read(created._id);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        ...created,
        statusHistory: [{ status: 'CONFIRMED', changedAt: created.createdAt, changedBy: 'API' }],
      },
    });
  });

  it('understands the identifier in upper case', async () => {
    const created = await account.api.createdTrip();
    const { body } = await account.api.read(created._id.toUpperCase());
    expect(body.data._id).toBe(created._id);
  });

  it('answers a trip that does not exist, another account’s, and a malformed identifier alike', async () => {
    const stranger = await service.account();
    const theirs = await stranger.api.createdTrip();
    for (const id of [
      '000000000000000000000000',
      theirs._id,
      'abc',
      'z'.repeat(24),
      '0'.repeat(25),
      'x'.repeat(4000),
      '%00',
    ]) {
      const { status, body } = await account.api.read(id);
      expect([status, body.code, body.message]).toEqual([404, 'TRIP_NOT_FOUND', 'This account has no such trip.']);
    }
  });

  it('refuses query parameters it does not know', async () => {
    const created = await account.api.createdTrip();
    const { status, body } = await account.api.read(`${created._id}?expand=client`);
    expect([status, body.code, body.message]).toEqual([
      400,
      'VALIDATION_FAILED',
      ['expand is not a known query parameter'],
    ]);
  });
});
