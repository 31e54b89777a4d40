import type { Cents } from '../../money/cents.ts';
import type { Rates } from '../../money/rates.ts';
import type { TripType } from '../../money/vat.ts';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';

/** How each rate is called in the form; within a window, after the window's own prefix. */
export const RATE_FIELDS = [
  { field: 'trip-base', tripType: 'TRIP', rate: 'baseCents' },
  { field: 'trip-km', tripType: 'TRIP', rate: 'perKmCents' },
  { field: 'trip-minute', tripType: 'TRIP', rate: 'perMinuteCents' },
  { field: 'trip-minimum', tripType: 'TRIP', rate: 'minimumCents' },
  { field: 'availability-base', tripType: 'AVAILABILITY', rate: 'baseCents' },
  { field: 'availability-km', tripType: 'AVAILABILITY', rate: 'perKmCents' },
  { field: 'availability-minute', tripType: 'AVAILABILITY', rate: 'perMinuteCents' },
  { field: 'availability-minimum', tripType: 'AVAILABILITY', rate: 'minimumCents' },
] as const satisfies readonly { field: string; tripType: TripType; rate: keyof Rates }[];

export type RateField = (typeof RATE_FIELDS)[number]['field'];

/** What stands in each field; one that is absent stands for an empty one. */
export type RateTexts = Partial<Record<RateField, string>>;

export const readRateTexts = (form: Form, prefix = ''): RateTexts =>
  Object.fromEntries(RATE_FIELDS.map(({ field }) => [field, fieldOf(form, prefix + field).trim()]));

export const rateTextsOf = (rates: Partial<Record<TripType, Rates>>, language: Language): RateTexts =>
  Object.fromEntries(
    RATE_FIELDS.flatMap(({ field, tripType, rate }) => {
      const cents = rates[tripType]?.[rate];
      return cents === undefined ? [] : [[field, eurosText(cents, language)]];
    }),
  );

/** Euros as they are typed: with cents, and without the sign. */
function eurosText(cents: Cents, language: Language): string {
  const decimals = String(cents % 100).padStart(2, '0');
  return `${Math.floor(cents / 100)}${language === 'fr' ? ',' : '.'}${decimals}`;
}
