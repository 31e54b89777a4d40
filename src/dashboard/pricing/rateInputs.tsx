import type { Rates } from '../../money/rates.ts';
import type { TripType } from '../../money/vat.ts';
import { Field } from '../../web/components/form.tsx';
import type { Fact } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import type { Faults } from '../textBounds.ts';
import { TYPED_EUROS_LENGTH } from '../typedEuros.ts';
import { pricingWords } from '../words/pricing.ts';
import { RATE_FIELDS, type RateTexts } from './rateFields.ts';

interface RateInputsProperties {
  language: Language;
  tripType: TripType;
  texts: RateTexts;
  faults: Faults;
  prefix?: string;
  /** What is wrong with all of them together. */
  fault?: string | undefined;
  /** The values of empty fields; without it, none may be empty. */
  ordinary?: RateTexts;
}

function rateLabel(rate: keyof Rates, language: Language): string {
  const words = pricingWords[language];
  const labels = {
    baseCents: words.base,
    perKmCents: words.perKm,
    perMinuteCents: words.perMinute,
    minimumCents: words.minimumPrice,
  };
  return labels[rate];
}

/** The four rates of a trip type, side by side. */
export function RateInputs({ language, tripType, texts, faults, prefix = '', fault, ordinary }: RateInputsProperties) {
  return (
    <div class="rates">
      {RATE_FIELDS.filter((each) => each.tripType === tripType).map(({ field, rate }, index) => (
        <Field
          key={field}
          name={prefix + field}
          label={rateLabel(rate, language)}
          value={texts[field] ?? ''}
          error={faults.get(prefix + field) ?? (index === 0 ? fault : undefined)}
          inputmode="decimal"
          autocomplete="off"
          maxLength={TYPED_EUROS_LENGTH}
          isRequired={ordinary === undefined}
          placeholder={ordinary?.[field] ?? ''}
        />
      ))}
    </div>
  );
}

/** The rates of a trip type that are given. */
export const rateFacts = (texts: RateTexts, tripType: TripType, language: Language): Fact[] =>
  RATE_FIELDS.filter((each) => each.tripType === tripType && texts[each.field]).map(({ field, rate }) => ({
    title: rateLabel(rate, language),
    value: texts[field],
  }));
