import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsFromEuros, MAX_PRICE_EUR } from '../../src/money/cents.ts';
import { type Measure, priceRide } from '../../src/money/pricing.ts';
import { MAX_RATE_CENTS } from '../../src/money/rateBounds.ts';
import type { Rates } from '../../src/money/rates.ts';
import type { VatRate } from '../../src/money/vat.ts';

const VAT_RATES: VatRate[] = [0, 10, 20];
const standard: Rates = { baseCents: 500, perKmCents: 180, perMinuteCents: 35, minimumCents: 1500 };

const rates: fc.Arbitrary<Rates> = fc.record({
  baseCents: fc.nat(1_000_000),
  perKmCents: fc.nat(10_000),
  perMinuteCents: fc.nat(10_000),
  minimumCents: fc.nat(1_000_000),
});
const measures: fc.Arbitrary<Measure> = fc.record({
  tensOfMetres: fc.nat(2_000_000),
  tenthsOfMinutes: fc.nat(600_000),
});
const multipliers = fc.integer({ min: 1, max: 10_000 });
const vatRates = fc.constantFrom(...VAT_RATES);

describe('the price of a ride', () => {
  it.each([
    // 27.41 km and 38.5 min: 5.00 + 49.338 + 13.475
    [
      'a tier’s multiplier',
      standard,
      2741,
      385,
      1300,
      10,
      {
        distanceCents: 4934,
        timeCents: 1348,
        subtotalCents: 6782,
        totalCents: 8817,
        vatCents: 882,
        totalTtcCents: 9699,
      },
    ],
    ['no multiplier', standard, 2741, 385, 1000, 10, { totalCents: 6782, vatCents: 678, totalTtcCents: 7460 }],
    [
      'the minimum for a short way',
      standard,
      120,
      40,
      1000,
      10,
      { subtotalCents: 856, totalCents: 1500, vatCents: 150, totalTtcCents: 1650 },
    ],
    ['the minimum, which no multiplier raises', standard, 0, 0, 1600, 10, { subtotalCents: 500, totalCents: 1500 }],
    [
      'the full rate of VAT',
      standard,
      1000,
      100,
      1000,
      20,
      { subtotalCents: 2650, vatCents: 530, totalTtcCents: 3180 },
    ],
    ['no VAT', standard, 1000, 100, 1000, 0, { vatCents: 0, totalTtcCents: 2650 }],
    ['half a cent up', { ...standard, perKmCents: 1, minimumCents: 0 }, 50, 0, 1000, 0, { distanceCents: 1 }],
    [
      'less than half a cent down',
      { ...standard, perKmCents: 1, minimumCents: 0 },
      49,
      0,
      1000,
      0,
      { distanceCents: 0 },
    ],
  ] as const)('knows %s', (_, given, tensOfMetres, tenthsOfMinutes, multiplier, vat, expected) => {
    expect(priceRide(given, { tensOfMetres, tenthsOfMinutes }, multiplier, vat)).toMatchObject(expected);
  });

  it('has parts that sum to the subtotal, never lies below the minimum, and adds VAT exactly', () => {
    fc.assert(
      fc.property(rates, measures, multipliers, vatRates, (given, measure, multiplier, vat) => {
        const price = priceRide(given, measure, multiplier, vat);
        expect(price.baseCents + price.distanceCents + price.timeCents).toBe(price.subtotalCents);
        expect(price.totalCents).toBeGreaterThanOrEqual(given.minimumCents);
        expect(price.totalCents + price.vatCents).toBe(price.totalTtcCents);
        expect(Object.values(price).every(Number.isSafeInteger)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the same as with numbers of any size', () => {
    const halfUp = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);
    fc.assert(
      fc.property(rates, measures, multipliers, vatRates, (given, measure, multiplier, vat) => {
        const distance = halfUp(BigInt(given.perKmCents) * BigInt(measure.tensOfMetres), 100n);
        const time = halfUp(BigInt(given.perMinuteCents) * BigInt(measure.tenthsOfMinutes), 10n);
        const scaled = halfUp((BigInt(given.baseCents) + distance + time) * BigInt(multiplier), 1000n);
        const total = scaled > BigInt(given.minimumCents) ? scaled : BigInt(given.minimumCents);
        const ttc = total + halfUp(total * BigInt(vat), 100n);
        expect(BigInt(priceRide(given, measure, multiplier, vat).totalTtcCents)).toBe(ttc);
      }),
      { numRuns: 5_000 },
    );
  });

  it('can be booked even for the dearest ride there is', () => {
    const farthest = { tensOfMetres: 2_000_000, tenthsOfMinutes: 600_000 };
    const { totalTtcCents } = priceRide(MAX_RATE_CENTS, farthest, 10_000, 20);
    expect(totalTtcCents).toBeGreaterThan(0);
    expect(totalTtcCents).toBeLessThanOrEqual(centsFromEuros(MAX_PRICE_EUR));
  });

  it('never falls when the way gets longer or slower', () => {
    fc.assert(
      fc.property(rates, measures, measures, multipliers, vatRates, (given, way, more, multiplier, vat) => {
        const longer = {
          tensOfMetres: way.tensOfMetres + more.tensOfMetres,
          tenthsOfMinutes: way.tenthsOfMinutes + more.tenthsOfMinutes,
        };
        const [near, far] = [way, longer].map((each) => priceRide(given, each, multiplier, vat).totalTtcCents);
        expect(far).toBeGreaterThanOrEqual(near ?? Number.NaN);
      }),
      { numRuns: 3_000 },
    );
  });
});
