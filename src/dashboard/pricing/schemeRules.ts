import { NAME } from '../../contract/values.ts';
import { parseClockTime } from '../../money/clockTime.ts';
import { MAX_RATE_CENTS } from '../../money/rateBounds.ts';
import type { Rates, RateTable, RateWindow, Weekday } from '../../money/rates.ts';
import { parseTimeZone } from '../../money/timeZone.ts';
import type { TripType } from '../../money/vat.ts';
import { moneyText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { type Faults, lengthFault } from '../textBounds.ts';
import { readEuros } from '../typedEuros.ts';
import { pricingWords } from '../words/pricing.ts';
import { RATE_FIELDS, type RateTexts } from './rateFields.ts';
import { type SchemeDraft, type WindowDraft, windowPrefix } from './schemeDraft.ts';

export interface CheckedDraft {
  faults: Faults;
  name: string;
  /** Valid only if there are no faults. */
  table: RateTable;
}

export function checkDraft(draft: SchemeDraft, language: Language): CheckedDraft {
  const check = new Check(language);
  const name = check.name('name', draft.name);
  const timeZone = parseTimeZone(draft.timeZone);
  if (timeZone === undefined) check.faults.set('time-zone', pricingWords[language].timeZoneFault);
  const rates = check.rates(draft.rates);
  const windows = draft.windows.map((window, index) => check.window(window, windowPrefix(index), rates));
  return { faults: check.faults, name, table: { timeZone: timeZone ?? 'UTC', rates, windows } };
}

class Check {
  readonly faults = new Map<string, string>();
  private readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  private get words() {
    return pricingWords[this.language];
  }

  name(field: string, text: string): string {
    const fault = lengthFault(text, NAME, this.language);
    if (fault) this.faults.set(field, fault);
    return text;
  }

  /** Empty fields take the value of `ordinary`; without it none may be empty. */
  rates(texts: RateTexts, prefix = '', ordinary?: Record<TripType, Rates>): Record<TripType, Rates> {
    const rates = structuredClone(ordinary ?? NO_RATES);
    for (const { field, tripType, rate } of RATE_FIELDS) {
      const text = texts[field] ?? '';
      if (text === '' && ordinary) continue;
      const cents = readEuros(text);
      if (cents === undefined) this.faults.set(prefix + field, this.words.eurosFault);
      else if (cents > MAX_RATE_CENTS[rate])
        this.faults.set(prefix + field, this.words.mostFault(moneyText(MAX_RATE_CENTS[rate], this.language)));
      else rates[tripType][rate] = cents;
    }
    return rates;
  }

  window(draft: WindowDraft, prefix: string, ordinary: Record<TripType, Rates>): RateWindow {
    const rates = this.rates(draft.rates, prefix, ordinary);
    const types = new Set(RATE_FIELDS.filter(({ field }) => draft.rates[field]).map(({ tripType }) => tripType));
    if (types.size === 0) this.faults.set(`${prefix}rates`, this.words.noRatesFault);
    if (draft.days.length === 0) this.faults.set(`${prefix}days`, this.words.daysFault);
    return {
      name: this.name(`${prefix}name`, draft.name),
      days: draft.days.map((day) => Number(day) as Weekday),
      fromMinute: this.clockTime(`${prefix}from`, draft.from, 1439),
      toMinute: this.clockTime(`${prefix}to`, draft.to, 1440),
      rates: Object.fromEntries([...types].map((type) => [type, rates[type]])),
    };
  }

  private clockTime(field: string, text: string, latest: number): number {
    const minute = parseClockTime(text);
    if (minute !== undefined && minute <= latest) return minute;
    this.faults.set(field, this.words.clockFault);
    return 0;
  }
}

const NONE: Rates = { baseCents: 0, perKmCents: 0, perMinuteCents: 0, minimumCents: 0 };
const NO_RATES: Record<TripType, Rates> = { TRIP: { ...NONE }, AVAILABILITY: { ...NONE } };
