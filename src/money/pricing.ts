import { type Cents, divideHalfUp } from './cents.ts';
import type { Rates } from './rates.ts';
import { type VatRate, vatOn } from './vat.ts';

/** A road in the units that prices are computed in: whole numbers, and just the digits a quote shows. */
export interface Measure {
  tensOfMetres: number;
  tenthsOfMinutes: number;
}

export interface Price {
  baseCents: Cents;
  distanceCents: Cents;
  timeCents: Cents;
  subtotalCents: Cents;
  minimumCents: Cents;
  /** Before VAT. */
  totalCents: Cents;
  vatCents: Cents;
  totalTtcCents: Cents;
}

/** Each part is rounded to the cent by itself, so that the parts shown always sum to the subtotal shown. */
export function priceRide(
  rates: Rates,
  { tensOfMetres, tenthsOfMinutes }: Measure,
  multiplierThousandths: number,
  rate: VatRate,
): Price {
  const distanceCents = divideHalfUp(rates.perKmCents * tensOfMetres, 100);
  const timeCents = divideHalfUp(rates.perMinuteCents * tenthsOfMinutes, 10);
  const subtotalCents = rates.baseCents + distanceCents + timeCents;
  const totalCents = Math.max(divideHalfUp(subtotalCents * multiplierThousandths, 1000), rates.minimumCents);
  const vatCents = vatOn(totalCents, rate);
  return {
    baseCents: rates.baseCents,
    distanceCents,
    timeCents,
    subtotalCents,
    minimumCents: rates.minimumCents,
    totalCents,
    vatCents,
    totalTtcCents: totalCents + vatCents,
  };
}
