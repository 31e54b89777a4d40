import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceBeforeVat, type VatRate, vatRate } from '../../src/money/vat.ts';

describe('the VAT rate', () => {
  it.each([
    ['TRIP', false, 10],
    ['AVAILABILITY', false, 20],
    ['TRIP', true, 0],
    ['AVAILABILITY', true, 0],
  ] as const)('of %s with exemption %s is %d', (tripType, isExempt, rate) => {
    expect(vatRate(tripType, isExempt)).toBe(rate);
  });
});

describe('the price before VAT', () => {
  it.each([
    [5500, 10, 5000],
    [6000, 20, 5000],
    [6600, 0, 6600],
    [0, 10, 0],
    [1, 10, 1],
    [5, 10, 5],
    [6, 10, 5],
    [165, 20, 138],
    [3, 20, 3],
    [9_999_999_999, 10, 9_090_909_090],
    [9_999_999_999, 20, 8_333_333_333],
  ] as const)('of %d cents at %d percent is %d cents', (price, rate, beforeVat) => {
    expect(priceBeforeVat(price, rate)).toBe(beforeVat);
  });

  const rates = fc.constantFrom<VatRate>(0, 10, 20);
  const prices = fc.integer({ min: 0, max: 9_999_999_999 });

  it('is the exact quotient rounded half up, and leaves a VAT that is never negative', () => {
    fc.assert(
      fc.property(prices, rates, (price, rate) => {
        const beforeVat = priceBeforeVat(price, rate);
        const divisor = BigInt(100 + rate);
        expect(BigInt(beforeVat)).toBe((200n * BigInt(price) + divisor) / (2n * divisor));
        expect(beforeVat).toBeGreaterThanOrEqual(0);
        expect(price - beforeVat).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives back the total that a quote began with', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8_000_000_000 }), rates, (total, rate) => {
        const vat = Number((2n * BigInt(total) * BigInt(rate) + 100n) / 200n);
        expect(priceBeforeVat(total + vat, rate)).toBe(total);
      }),
      { numRuns: 2_000 },
    );
  });
});
