import { beforeAll, describe, expect, it } from 'vitest';
import type { Trip, TripStatus } from '../../src/contract/trip.ts';
import { TRIP_STATUSES } from '../../src/contract/values.ts';
import { advanceTrip } from '../support/advance.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();

describe('the status filter', () => {
  const idByStatus = new Map<TripStatus, string>();
  let account: TestAccount;

  beforeAll(async () => {
    account = await service.account();
    for (const status of TRIP_STATUSES) {
      const { _id } = await account.api.createdTrip();
      if (status === 'CANCELLED') await account.api.cancel(_id);
      else await advanceTrip(service, _id, status);
      idByStatus.set(status, _id);
    }
  });

  it.each(TRIP_STATUSES)('finds the trips that are %s and no others', async (status) => {
    const { body } = await account.api.list(`?status=${status}`);
    expect(body.data.map((trip: Trip) => [trip._id, trip.status])).toEqual([[idByStatus.get(status), status]]);
    expect(body.pagination).toMatchObject({ total: 1, pages: 1 });
  });

  it('joins with the other parameters', async () => {
    const { body } = await account.api.list('?status=CONFIRMED&from=2027-03-15&limit=5');
    expect([body.data, body.pagination.total]).toEqual([[], 0]);
  });
});

describe('the range of pickup times', () => {
  let account: TestAccount;
  const PICKUPS = [
    '2027-03-31T23:59:59.999Z',
    '2027-04-01T00:00:00.000Z',
    '2027-04-01T12:00:00.000Z',
    '2027-04-01T23:59:59.999Z',
    '2027-04-02T00:00:00.000Z',
  ];

  beforeAll(async () => {
    account = await service.account();
    for (const scheduledAt of PICKUPS) {
      await account.api.createdTrip({ scheduledAt });
      service.clock.advance(1);
    }
  });

  async function found(query: string): Promise<number[]> {
    const { status, body } = await account.api.list(query);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.pagination.total).toBe(body.data.length);
    return body.data.map((trip: Trip) => PICKUPS.indexOf(trip.scheduledPickupTime)).reverse();
  }

  it.each([
    ['no end is set', '', [0, 1, 2, 3, 4]],
    ['from is inclusive', '?from=2027-04-01T12:00:00Z', [2, 3, 4]],
    ['from a millisecond later', '?from=2027-04-01T12:00:00.001Z', [3, 4]],
    ['to is inclusive', '?to=2027-04-01T12:00:00Z', [0, 1, 2]],
    ['to a millisecond earlier', '?to=2027-04-01T11:59:59.999Z', [0, 1]],
    ['from and to the same moment', '?from=2027-04-01T12:00:00Z&to=2027-04-01T12:00:00Z', [2]],
    ['a date as from begins with its first moment in UTC', '?from=2027-04-01', [1, 2, 3, 4]],
    ['a date as to ends with its last moment in UTC', '?to=2027-04-01', [0, 1, 2, 3]],
    ['one date as both is that whole day', '?from=2027-04-01&to=2027-04-01', [1, 2, 3]],
    ['a date and a date-time go together', '?from=2027-04-01&to=2027-04-01T12:00:00Z', [1, 2]],
    ['a day without trips', '?from=2027-04-03&to=2027-04-03', []],
    ['an encoded offset', '?from=2027-04-01T14:00:00%2B02:00', [2, 3, 4]],
    ['an offset whose + was not encoded', '?from=2027-04-01T14:00:00+02:00', [2, 3, 4]],
    ['an offset whose + became an encoded space', '?from=2027-04-01T14:00:00%2002:00', [2, 3, 4]],
    ['the first and the last day there are', '?from=0001-01-01&to=9999-12-31', [0, 1, 2, 3, 4]],
  ])('%s: %s', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  const FORM = (name: string) =>
    `${name} must be a real date or date-time with Z or an offset, such as 2027-03-14 or 2027-03-14T10:30:00Z`;

  it.each(['', '2027-04-01T12:00:00', '2027-02-30', 'yesterday', '%00'])('refuses “%s” as either end', async (text) => {
    for (const name of ['from', 'to']) {
      const { status, body } = await account.api.list(`?${name}=${text}`);
      expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', [FORM(name)]]);
    }
  });

  it('tells both ends when both are wrong', async () => {
    const { body } = await account.api.list('?from=a&to=b');
    expect(body.message).toEqual([FORM('from'), FORM('to')]);
  });

  it.each([
    '?from=2027-04-02&to=2027-04-01',
    '?from=2027-04-01T12:00:00.001Z&to=2027-04-01T12:00:00Z',
    '?from=2027-04-01T12:00:00-01:00&to=2027-04-01T12:00:00Z',
  ])('refuses a range that ends before it begins: %s', async (query) => {
    const { status, body } = await account.api.list(query);
    expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', ['from must not be after to']]);
  });
});
