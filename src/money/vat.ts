import { type Cents, divideHalfUp } from './cents.ts';

export type TripType = 'TRIP' | 'AVAILABILITY';
export type VatRate = 0 | 10 | 20;

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
