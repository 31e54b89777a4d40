import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsFromEuros, divideHalfUp, eurosFromCents, MAX_PRICE_EUR } from '../../src/money/cents.ts';

const MAX_CENTS = 9_999_999_999;

describe('euros to cents', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [1, 100],
    [1.1, 110],
    [1.005, 101],
    [1.004, 100],
    [1.0049999999, 100],
    [1.006, 101],
    [0.005, 1],
    [0.0049, 0],
    [0.000001, 0],
    [1e-7, 0],
    [9.9e-7, 0],
    [5e-324, 0],
    [8.345, 835],
    [2.675, 268],
    [10.235, 1024],
    [1.255, 126],
    [0.1 + 0.2, 30],
    [19.999, 2000],
    [99_999_999.985, 9_999_999_999],
    [MAX_PRICE_EUR, MAX_CENTS],
  ])('%d EUR are %d cents', (euros, cents) => {
    expect(centsFromEuros(euros)).toBe(cents);
  });

  it('any amount up to the largest price comes back from euros as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
        expect(centsFromEuros(eurosFromCents(cents))).toBe(cents);
      }),
      { numRuns: 2_000 },
    );
  });

  it('rounds what was written, half up, however long the decimals are', () => {
    const decimals = fc.stringMatching(/^\d{3,9}$/);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), decimals, (whole, fraction) => {
        const isUp = Number(fraction[2]) >= 5;
        const expected = whole * 100 + Number(fraction.slice(0, 2)) + (isUp ? 1 : 0);
        expect(centsFromEuros(Number(`${whole}.${fraction}`))).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are whole cents, never further than half a cent from the euros, for any price', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: MAX_PRICE_EUR, noNaN: true }), (euros) => {
        const cents = centsFromEuros(euros);
        expect(Number.isInteger(cents)).toBe(true);
        expect(Math.abs(cents - euros * 100)).toBeLessThanOrEqual(0.5 + 1e-5);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('division to the nearest, half up', () => {
  it.each([
    [0, 7, 0],
    [1, 2, 1],
    [3, 2, 2],
    [5, 2, 3],
    [1, 3, 0],
    [2, 3, 1],
    [16_500, 120, 138],
    [999_999_999_900, 110, 9_090_909_090],
  ])('%d / %d is %d', (dividend, divisor, quotient) => {
    expect(divideHalfUp(dividend, divisor)).toBe(quotient);
  });

  it('agrees with exact arithmetic on all amounts that can occur', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 51 }), fc.integer({ min: 1, max: 100_000 }), (dividend, divisor) => {
        const exact = (2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor));
        expect(BigInt(divideHalfUp(dividend, divisor))).toBe(exact);
      }),
      { numRuns: 2_000 },
    );
  });
});
