import { describe, expect, it } from 'vitest';
import { expectFaults } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const STATUSES = 'status must be one of CONFIRMED, OTWTP, OTWTD, FINISHED, FINISHED_PAYED, CANCELLED';

describe('the query of GET /v1/trips', () => {
  it.each([
    ['page=0', 'page must be >= 1'],
    ['page=-1', 'page must be >= 1'],
    ['page=-0', 'page must be >= 1'],
    ['page=2147483648', 'page must be <= 2147483647'],
    ['page=99999999999999999999', 'page must be <= 2147483647'],
    ['page=-99999999999999999999', 'page must be >= 1'],
    ['limit=0', 'limit must be >= 1'],
    ['limit=-5', 'limit must be >= 1'],
    ['limit=101', 'limit must be <= 100'],
    ['limit=99999999999999999999', 'limit must be <= 100'],
  ])('refuses a number out of bounds: %s', async (query, fault) => {
    expectFaults(await account.api.list(`?${query}`), [fault]);
  });

  it.each(['page', 'limit'])('takes %s only as plain digits', async (name) => {
    const texts = [
      '',
      '1e2',
      '0x10',
      '%205',
      '5%20',
      '1.0',
      '1.5',
      '+5',
      '%2B5',
      '5,6',
      'ten',
      'NaN',
      'Infinity',
      'null',
      '１',
      '1n',
      '--1',
    ];
    for (const text of texts) {
      expectFaults(await account.api.list(`?${name}=${text}`), [`${name} must be an integer`]);
    }
    expectFaults(await account.api.list(`?${name}=${'9'.repeat(400)}`), [`${name} must be an integer`]);
  });

  it.each([
    ['page=1', { page: 1 }],
    ['page=2147483647', { page: 2_147_483_647 }],
    ['limit=1', { limit: 1 }],
    ['limit=100', { limit: 100 }],
    ['limit=99&page=2', { limit: 99, page: 2 }],
  ])('takes a number at its bound: %s', async (query, expected) => {
    const { status, body } = await account.api.list(`?${query}`);
    expect(status).toBe(200);
    expect(body.pagination).toMatchObject(expected);
  });

  it.each(['', 'confirmed', 'TRIP', 'CONFIRMED,CANCELLED', 'CONFIRMED%20', '%00', 'null'])(
    'refuses the status “%s”',
    async (status) => expectFaults(await account.api.list(`?status=${status}`), [STATUSES]),
  );

  it.each([
    ['page', 'page=1&page=1'],
    ['limit', 'limit=1&limit=2'],
    ['status', 'status=CONFIRMED&status=CANCELLED'],
    ['from', 'from=2027-04-01&from=2027-04-02'],
    ['to', 'to=2027-04-01&to=2027-04-01'],
  ])('refuses %s given twice', async (name, query) => {
    expectFaults(await account.api.list(`?${query}`), [`${name} must be given once`]);
  });

  it('names every parameter that was given twice', async () => {
    const answer = await account.api.list('?page=1&page=2&limit=3&limit=3');
    expectFaults(answer, ['page must be given once', 'limit must be given once']);
  });

  it.each([
    ['sort=price', 'sort'],
    ['Page=1', 'Page'],
    ['status[]=CONFIRMED', 'status[]'],
    ['page%20=1', 'page '],
    ['__proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
    ['userId=665f1f77bcf86cd799439011', 'userId'],
  ])('refuses a parameter it does not know: %s', async (query, name) => {
    expectFaults(await account.api.list(`?${query}`), [`${name} is not a known query parameter`]);
  });

  it('reports several faults at once', async () => {
    const answer = await account.api.list('?page=0&limit=101&status=LOST&unknown=red');
    expectFaults(answer, [
      'page must be >= 1',
      'limit must be <= 100',
      STATUSES,
      'unknown is not a known query parameter',
    ]);
  });

  it('keeps the query out of the path in the error envelope', async () => {
    const { body } = await account.api.list('?page=0');
    expect(body.path).toBe('/v1/trips');
  });

  it('is complete when it is only a question mark', async () => {
    expect((await account.api.list('?')).status).toBe(200);
  });
});
