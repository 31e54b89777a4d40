/** Amounts are whole cents. Numbers with decimals appear only at the edge, on the way in and out. */
export type Cents = number;

export const MAX_PRICE_EUR = 99_999_999.99;

/** Whole-number division to the nearest, half up: the one rounding rule for money. Both arguments are not negative. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor;
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor);
}

/**
 * Euros as the caller wrote them, to cents. The digits are read from the shortest decimal form of the number, because
 * the number itself may lie a hair below what was written: 1.005 is half a cent up to 1.01, though 1.005 × 100 < 100.5.
 */
export function centsFromEuros(euros: number): Cents {
  const [digits = '0', exponent = '0'] = euros.toString().split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  if (exponent !== '0') return 0; // only numbers below 0.000001 are written so, up to the largest price
  const thousandths = Number(whole) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return divideHalfUp(thousandths, 10);
}

export const eurosFromCents = (cents: Cents): number => cents / 100;
