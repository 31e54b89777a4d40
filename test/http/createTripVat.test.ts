import { describe, expect, it } from 'vitest';
import { expectFaults } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const exempt = await service.account({ isVatExempt: true });

describe('the price of a trip', () => {
  it.each([
    [0.0049, 0],
    [1.005, 1.01],
    [99_999_999.985, 99_999_999.99],
  ])('of %d is kept as %d', async (sent, kept) => {
    const created = await account.api.createdTrip({ price: sent });
    expect(created.price).toBe(kept);
    expect((await account.api.tripNow(created._id)).price).toBe(kept);
  });

  it.each([99_999_999.995, 100_000_000, 1e21])('of %d is too much', async (price) => {
    expectFaults(await account.api.create({ price }), ['price must be <= 99999999.99']);
  });
});

describe('the VAT of a trip', () => {
  const caller = { taxed: () => account, exempt: () => exempt };

  it.each([
    ['taxed', 'TRIP', 55, 50, 10, 5],
    ['taxed', undefined, 55, 50, 10, 5],
    ['taxed', 'AVAILABILITY', 60, 50, 20, 10],
    ['exempt', 'TRIP', 55, 55, 0, 0],
    ['exempt', 'AVAILABILITY', 60, 60, 0, 0],
    ['taxed', 'TRIP', 0, 0, 10, 0],
    ['taxed', 'AVAILABILITY', 99_999_999.99, 83_333_333.33, 20, 16_666_666.66],
  ] as const)(
    '%s, %s of %d: %d before VAT, rate %d, VAT %d',
    async (who, tripType, price, priceHT, vatRate, vatAmount) => {
      const created = await caller[who]().api.createdTrip({ tripType, price });
      const expected = { tripType: tripType ?? 'TRIP', price, priceHT, vatRate, vatAmount };
      expect(created).toMatchObject(expected);
      expect(await caller[who]().api.tripNow(created._id)).toMatchObject(expected);
    },
  );
});
