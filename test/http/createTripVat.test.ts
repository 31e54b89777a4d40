import { describe, expect, it } from 'vitest';
import { expectFaults } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const exempt = await service.account({ isVatExempt: true });

describe('the price of a trip', () => {
  it.each([
    [1.005, 1.01],
    [1.004, 1],
    [1.0049999, 1],
    [1.015, 1.02],
    [2.675, 2.68],
    [8.345, 8.35],
    [0.005, 0.01],
    [0.0049, 0],
    [1e-7, 0],
    [0, 0],
    [19.99, 19.99],
    [1234567.885, 1234567.89],
    [99_999_999.985, 99_999_999.99],
    [99_999_999.99, 99_999_999.99],
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
    ['taxed', 'TRIP', 0.01, 0.01, 10, 0],
    ['taxed', 'TRIP', 0.06, 0.05, 10, 0.01],
    ['taxed', 'AVAILABILITY', 0.03, 0.03, 20, 0],
    ['taxed', 'AVAILABILITY', 1.65, 1.38, 20, 0.27],
    ['taxed', 'TRIP', 99_999_999.99, 90_909_090.9, 10, 9_090_909.09],
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

  it('and the price before it always sum to the price, to the cent', async () => {
    const cents = Array.from({ length: 60 }, (_, index) => 1 + index * 7_919);
    for (const tripType of ['TRIP', 'AVAILABILITY']) {
      const trips = await Promise.all(cents.map((each) => account.api.createdTrip({ tripType, price: each / 100 })));
      const sums = trips.map(({ priceHT, vatAmount }) => Math.round(priceHT * 100) + Math.round(vatAmount * 100));
      expect(sums).toEqual(cents);
      const amounts = trips.flatMap(({ price, priceHT, vatAmount }) => [price, priceHT, vatAmount]);
      expect(amounts.filter((amount) => !/^\d+(\.\d{1,2})?$/.test(String(amount)))).toEqual([]);
    }
  });
});
