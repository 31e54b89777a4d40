import { afterAll, describe, expect, it } from 'vitest';
import { insertPricingScheme, retirePricingScheme, STARTING_RATES } from '../../src/catalogue/pricingSchemeStore.ts';
import { retireVehicle } from '../../src/catalogue/vehicleStore.ts';
import { newId } from '../../src/identifiers.ts';
import { newKey } from '../support/client.ts';
import { databaseForFile } from '../support/database.ts';
import { startService, type TestAccount } from '../support/service.ts';

const on = await databaseForFile();
const service = await startService({ on });
const byFunctions = await startService({ on, layout: 'citus' });
afterAll(() => Promise.all([service.close(), byFunctions.close()]));

const NOW = service.clock.now();

async function addScheme({ accountId }: TestAccount): Promise<string> {
  const pricingSchemeId = newId();
  const rest = { name: 'Old rates', isDefault: false, timeZone: 'Europe/Paris', rates: STARTING_RATES, windows: [] };
  await service.database.transaction((client) =>
    insertPricingScheme(client, { accountId, pricingSchemeId, ...rest }, NOW),
  );
  return pricingSchemeId;
}

/** What retires each, and what refers to it. */
const RETIRED = [
  [
    'vehicle',
    async (account: TestAccount) => ({ vehicleId: account.vehicles[0]?.vehicleId ?? '' }),
    ({ accountId }: TestAccount, id: string, retiredAt: Date | null) =>
      retireVehicle(service.database, accountId, id, retiredAt),
    'VEHICLE_NOT_FOUND',
    '/v1/vehicles',
  ],
  [
    'pricing scheme',
    async (account: TestAccount) => ({ pricingSchemeId: await addScheme(account) }),
    ({ accountId }: TestAccount, id: string, retiredAt: Date | null) =>
      retirePricingScheme(service.database, accountId, id, retiredAt),
    'PRICING_SCHEME_NOT_FOUND',
    '/v1/pricing-schemes',
  ],
] as const;

describe.each(RETIRED)('a retired %s', (_, named, retire, code, list) => {
  it.each([
    ['by one statement', service],
    ['by a function', byFunctions],
  ])(
    'cannot be booked, %s, until it is brought back; a booking that was made is replayed',
    async (_layout, serving) => {
      const account = await serving.account();
      const what: Record<string, string> = await named(account);
      const [id = ''] = Object.values(what);
      const headers = newKey();
      const first = await account.api.create(what, headers);
      expect(first.status).toBe(201);
      expect(await retire(account, id, NOW)).toBe(true);
      const refused = await account.api.create(what);
      expect([refused.status, refused.body.code]).toEqual([400, code]);
      const replay = await account.api.create(what, headers);
      expect([replay.status, replay.text]).toEqual([201, first.text]);
      expect(await account.api.tripNow(first.body.data._id)).toMatchObject(what);
      expect(await retire(account, id, null)).toBe(true);
      expect((await account.api.create(what)).status).toBe(201);
    },
  );

  it('is not listed, nor counted', async () => {
    const account = await service.account();
    const [id = ''] = Object.values(await named(account));
    const listed = async () => {
      const { body } = await account.api.send('GET', list);
      return [body.pagination.total, body.data.length, body.data.some(({ _id }: { _id: string }) => _id === id)];
    };
    expect(await listed()).toEqual([2, 2, true]);
    await retire(account, id, NOW);
    expect(await listed()).toEqual([1, 1, false]);
    expect((await account.api.send('GET', `${list}?limit=1&page=2`)).body.data).toEqual([]);
  });
});

describe('a quote', () => {
  it('refuses a retired scheme, and takes it again once it is brought back', async () => {
    const account = await service.account();
    const pricingSchemeId = await addScheme(account);
    const body = {
      ...{ pickup: 'Gare de Lyon, Paris', dropoff: 'CDG 2E', pricingSchemeId },
      serviceTierId: account.serviceTiers[0]?.serviceTierId,
    };
    const ask = (changes: object = {}) => account.api.send('POST', '/v1/quotes', { body: { ...body, ...changes } });
    await retirePricingScheme(service.database, account.accountId, pricingSchemeId, NOW);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([400, 'PRICING_SCHEME_NOT_FOUND']);
    expect((await ask({ pricingSchemeId: undefined })).body.data.pricingSchemeName).toBe('Standard');
    await retirePricingScheme(service.database, account.accountId, pricingSchemeId, null);
    expect((await ask()).status).toBe(200);
  });

  it('by a default that the release before has chosen among retired schemes can be booked, and it is listed', async () => {
    const account = await service.account();
    const { accountId } = account;
    const pricingSchemeId = await addScheme(account);
    await retirePricingScheme(service.database, accountId, pricingSchemeId, NOW);
    for (const isDefault of [false, true])
      await service.database.query({
        text: 'UPDATE pricing_schemes SET is_default = $3 WHERE account_id = $1 AND (pricing_scheme_id = $2) = $3',
        values: [accountId, pricingSchemeId, isDefault],
      });
    const serviceTierId = account.serviceTiers[0]?.serviceTierId;
    const body = { pickup: 'Gare de Lyon, Paris', dropoff: 'CDG 2E', serviceTierId };
    expect((await account.api.send('POST', '/v1/quotes', { body })).body.data.pricingSchemeId).toBe(pricingSchemeId);
    expect((await account.api.send('POST', '/v1/quotes', { body: { ...body, pricingSchemeId } })).status).toBe(200);
    expect((await account.api.create({ pricingSchemeId })).status).toBe(201);
    const { data } = (await account.api.send('GET', '/v1/pricing-schemes')).body;
    expect(data.map(({ _id }: { _id: string }) => _id)).toContain(pricingSchemeId);
  });

  it('made by a scheme that is retired since can be booked at its price, without naming the scheme', async () => {
    const account = await service.account();
    const pricingSchemeId = await addScheme(account);
    const body = {
      ...{ pickup: 'Gare de Lyon, Paris', dropoff: 'CDG 2E', pricingSchemeId },
      serviceTierId: account.serviceTiers[0]?.serviceTierId,
    };
    const price = (await account.api.send('POST', '/v1/quotes', { body })).body.data.vat.totalTTC;
    await retirePricingScheme(service.database, account.accountId, pricingSchemeId, NOW);
    const booked = await account.api.create({ price });
    expect([booked.status, booked.body.data.price]).toEqual([201, price]);
  });
});
