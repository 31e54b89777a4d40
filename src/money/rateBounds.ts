import { type Cents, centsFromEuros } from './cents.ts';
import type { Rates } from './rates.ts';

/**
 * The most a rate may be. Far above any real one, and low enough that the most expensive quote (the longest road there is, the
 * highest multiplier) is still a price that can be booked.
 */
export const MAX_RATE_CENTS: Record<keyof Rates, Cents> = {
  baseCents: 1_000_000,
  perKmCents: 10_000,
  perMinuteCents: 10_000,
  minimumCents: 1_000_000,
};

/** More parts than anybody divides a week into; a quote looks through all of them. */
export const MAX_WINDOWS = 20;

/** Euros with at most two decimals, such as 1.80; undefined if the text is invalid. */
export function parseEuros(text: string): Cents | undefined {
  return /^\d{1,8}(\.\d{1,2})?$/.test(text) ? centsFromEuros(Number(text)) : undefined;
}
