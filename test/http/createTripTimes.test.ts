import { describe, expect, it } from 'vitest';
import { expectFaults } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const MALFORMED = 'scheduledAt must be a real date-time with Z or an offset, such as 2027-03-14T10:30:00+01:00';

describe('scheduledAt', () => {
  it.each([
    ['2027-03-14T10:30:00+01:00', '2027-03-14T09:30:00.000Z'],
    ['2027-03-14T10:30:00.123999999+00:00', '2027-03-14T10:30:00.123Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s, at once and when read again', async (sent, returned) => {
    const created = await account.api.createdTrip({ scheduledAt: sent });
    expect(created.scheduledPickupTime).toBe(returned);
    expect((await account.api.tripNow(created._id)).scheduledPickupTime).toBe(returned);
  });

  it.each([
    ['without an offset', '2027-03-14T10:30:00'],
    ['a day that does not exist', '2027-02-30T10:30:00Z'],
    ['no date-time at all', 'tomorrow'],
  ])('refuses one %s', async (_, scheduledAt) => {
    expectFaults(await account.api.create({ scheduledAt }), [MALFORMED]);
  });

  it.each([
    ['long past', '2020-01-01T00:00:00Z'],
    ['a millisecond ago', '2027-03-01T07:59:59.999Z'],
    ['this very moment', '2027-03-01T08:00:00.000Z'],
    ['this very moment with an offset', '2027-03-01T10:00:00+02:00'],
    ['later by the clock on the wall, but past by its offset', '2027-03-01T12:00:00+05:00'],
  ])('refuses %s', async (_, scheduledAt) => {
    expectFaults(await account.api.create({ scheduledAt }), ['scheduledAt must be in the future']);
  });

  it.each([
    ['the next millisecond', '2027-03-01T08:00:00.001Z'],
    ['earlier by the clock on the wall, but future by its offset', '2027-03-01T06:00:00-05:00'],
  ])('takes %s', async (_, scheduledAt) => {
    expect((await account.api.create({ scheduledAt })).status).toBe(201);
  });
});
