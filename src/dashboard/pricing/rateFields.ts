import type { Cents } from '../../money/cents.ts';
import type { Rates } from '../../money/rates.ts';
import type { TripType } from '../../money/vat.ts';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';

/** The field name of each rate; within a window, after the window's prefix. */
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

type RateField = (typeof RATE_FIELDS)[number]['field'];

/** The text of each field; an absent one counts as empty. */
export type RateTexts = Partial<Record<RateField, string>>;

export const readRateTexts = (form: Form, prefix = ''): RateTexts =>
  Object.fromEntries(RATE_FIELDS.map(({ field }) => [field, fieldOf(form, prefix + field).trim()]));

export const rateTextsOf = (rates: Partial<Record<TripType, Partial<Rates>>>, language: Language): RateTexts =>
  Object.fromEntries(
    RATE_FIELDS.flatMap(({ field, tripType, rate }) => {
      const cents = rates[tripType]?.[rate];
      return cents === undefined ? [] : [[field, eurosText(cents, language)]];
    }),
  );

/** Euros as typed: with cents, without a currency sign. */
export function eurosText(cents: Cents, language: Language): string {
  const decimals = String(cents % 100).padStart(2, '0');
  return `${Math.floor(cents / 100)}${language === 'fr' ? ',' : '.'}${decimals}`;
}
