import { type Cents, divideHalfUp } from './cents.ts';

export const TRIP_TYPES = ['TRIP', 'AVAILABILITY'] as const;
export type TripType = (typeof TRIP_TYPES)[number];

/** In percent. */
export const VAT_RATES = [0, 10, 20] as const;
export type VatRate = (typeof VAT_RATES)[number];

/** Rides are taxed at 10 %, a vehicle at disposal at 20 %, an exempt account at 0. */
export function vatRate(tripType: TripType, isExempt: boolean): VatRate {
  if (isExempt) return 0;
  return tripType === 'TRIP' ? 10 : 20;
}

/** The price without its VAT. The VAT is the difference, so the two always add up. */
export function priceBeforeVat(priceCents: Cents, rate: VatRate): Cents {
  return divideHalfUp(priceCents * 100, 100 + rate);
}

/** The VAT on a price before VAT. */
export function vatOn(priceHtCents: Cents, rate: VatRate): Cents {
  return divideHalfUp(priceHtCents * rate, 100);
}
