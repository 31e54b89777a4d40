import { type Cents, divideHalfUp } from './cents.ts';

export type TripType = 'TRIP' | 'AVAILABILITY';
export type VatRate = 0 | 10 | 20;

/** Carrying passengers is taxed at the reduced rate, being at somebody's disposal at the full one; an exempt account at none. */
export function vatRate(tripType: TripType, isExempt: boolean): VatRate {
  if (isExempt) return 0;
  return tripType === 'TRIP' ? 10 : 20;
}

/** The part of a price including VAT that is before VAT; the VAT itself is the rest, so the two always sum to the price. */
export function priceBeforeVat(priceCents: Cents, rate: VatRate): Cents {
  return divideHalfUp(priceCents * 100, 100 + rate);
}

/** The VAT on a price before VAT. */
export function vatOn(priceHtCents: Cents, rate: VatRate): Cents {
  return divideHalfUp(priceHtCents * rate, 100);
}
