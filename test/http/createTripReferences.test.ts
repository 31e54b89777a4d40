import { describe, expect, it } from 'vitest';
import { expectFaults } from '../support/client.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const stranger = await service.account();

const NOBODY = '0123456789abcdef01234567';
const riderOf = ({ riders }: TestAccount) => riders[0]?.clientId ?? '';
const vehicleOf = ({ vehicles }: TestAccount) => vehicles[0]?.vehicleId ?? '';
const schemeOf = ({ pricingSchemes }: TestAccount) => pricingSchemes[0]?.pricingSchemeId ?? '';
const tierOf = ({ serviceTiers }: TestAccount) => serviceTiers[0]?.serviceTierId ?? '';

describe('who rides', () => {
  it('refuses a booking with neither client nor clientId', async () => {
    const { status, body } = await account.api.create({ client: undefined });
    expect([status, body.code, body.message]).toEqual([
      400,
      'CLIENT_REQUIRED',
      'Send either client (a new rider) or clientId (an existing one).',
    ]);
  });

  it('tells other faults first when neither client nor clientId is there', async () => {
    expectFaults(await account.api.create({ client: undefined, price: -1 }), ['price must be >= 0']);
  });

  it('refuses a booking with both client and clientId', async () => {
    const answer = await account.api.create({ clientId: riderOf(account) });
    expectFaults(answer, ['client and clientId must not both be sent']);
    const nothing = await account.api.create({ clientId: null });
    expectFaults(nothing, ['clientId must not be null: leave it out']);
  });

  it('wants a phone or an e-mail address of a new rider, and takes either or both', async () => {
    const name = { firstName: 'Ada', lastName: 'Lovelace' };
    expectFaults(await account.api.create({ client: name }), ['client must have at least one of phone and email']);
    for (const contact of [{ phone: '0612' }, { email: 'a@b.fr' }, { phone: '0612', email: 'a@b.fr' }]) {
      expect((await account.api.create({ client: { ...name, ...contact } })).status).toBe(201);
    }
  });
});

describe('what a booking names', () => {
  it.each([
    [
      'clientId',
      riderOf,
      'CLIENT_NOT_FOUND',
      'This account has no rider with this clientId, or their data was erased.',
    ],
    ['vehicleId', vehicleOf, 'VEHICLE_NOT_FOUND', 'This account has no vehicle with this vehicleId.'],
    [
      'pricingSchemeId',
      schemeOf,
      'PRICING_SCHEME_NOT_FOUND',
      'This account has no pricing scheme with this pricingSchemeId.',
    ],
  ])(
    '%s must be the account’s own: an unknown one and another account’s are refused alike',
    async (member, idOf, code, text) => {
      const rider = member === 'clientId' ? { client: undefined } : {};
      const own = await account.api.create({ ...rider, [member]: idOf(account) });
      expect([own.status, own.body.data?.[member]]).toEqual([201, idOf(account)]);
      for (const id of [NOBODY, idOf(stranger)]) {
        const { status, body } = await account.api.create({ ...rider, [member]: id });
        expect([status, body.code, body.message]).toEqual([400, code, text]);
      }
    },
  );

  it('serviceTierId is the platform’s: any account may name it, and an unknown one is refused', async () => {
    for (const each of [account, stranger]) {
      const { status, body } = await each.api.create({ serviceTierId: tierOf(account) });
      expect([status, body.data?.serviceTierId]).toEqual([201, tierOf(account)]);
    }
    const { status, body } = await account.api.create({ serviceTierId: NOBODY });
    expect([status, body.code, body.message]).toEqual([
      400,
      'SERVICE_TIER_NOT_FOUND',
      'There is no vehicle category with this serviceTierId.',
    ]);
  });

  it('understands identifiers in upper case and answers them in lower case', async () => {
    const ids = {
      clientId: riderOf(account),
      vehicleId: vehicleOf(account),
      serviceTierId: tierOf(account),
      pricingSchemeId: schemeOf(account),
    };
    const inUpperCase = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toUpperCase()]));
    const created = await account.api.createdTrip({ ...inUpperCase, client: undefined });
    expect(created).toMatchObject(ids);
    expect(await account.api.tripNow(created._id)).toMatchObject(ids);
  });

  it('does not take the identifier of one kind of record for another', async () => {
    const { body } = await account.api.create({ vehicleId: riderOf(account) });
    expect(body.code).toBe('VEHICLE_NOT_FOUND');
  });
});
