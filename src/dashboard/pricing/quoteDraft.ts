import type { ServiceTier } from '../../catalogue/serviceTierStore.ts';
import { QUOTE_ADDRESS } from '../../contract/values.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import { parseId } from '../../identifiers.ts';
import type { RateLimit } from '../../limits/rateLimits.ts';
import type { Rates, RateTable } from '../../money/rates.ts';
import { ratesAt, windowAt } from '../../money/rates.ts';
import type { TripType } from '../../money/vat.ts';
import type { PricedRide, QuoteOrder, Quoter } from '../../quotes/quoter.ts';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { readText } from '../typedText.ts';
import { readTime } from '../typedTime.ts';
import { quoteWords } from '../words/quotePanel.ts';
import { hiredFor, hireFault } from './hireHours.tsx';
import type { CheckedDraft } from './schemeRules.ts';

/** The ride to try rates on, as typed. */
export interface QuoteDraft {
  pickup: string;
  dropoff: string;
  serviceTierId: string;
  tripType: TripType;
  hireHours: string;
  at: string;
}

export const readQuoteDraft = (form: Form): QuoteDraft => ({
  pickup: readText(form, 'quote-pickup'),
  dropoff: readText(form, 'quote-dropoff'),
  serviceTierId: parseId(fieldOf(form, 'quote-tier')) ?? '',
  tripType: fieldOf(form, 'quote-type') === 'AVAILABILITY' ? 'AVAILABILITY' : 'TRIP',
  hireHours: readText(form, 'quote-hours'),
  at: fieldOf(form, 'quote-at'),
});

export const newQuoteDraft = (tiers: readonly ServiceTier[]): QuoteDraft => ({
  pickup: '',
  dropoff: '',
  serviceTierId: tiers[0]?.serviceTierId ?? '',
  tripType: 'TRIP',
  hireHours: '',
  at: '',
});

/** A price with its rates, or a line that says why there is none. */
export type Tried = { line: string } | { faultyFields: readonly string[] } | TriedRide;

export interface TriedRide {
  ride: PricedRide;
  rates: Rates;
  windowName: string | undefined;
}

/** Who asks for a price. */
export interface Trial {
  quote: Quoter;
  accountId: string;
  isVatExempt: boolean;
  now: Date;
  language: Language;
}

/** What a price does not need: names, and the rates of a window that has none of its own yet. */
const UNPRICED = /(^|-)(name|rates)$/;

/** Prices the ride by the draft's rates, as the API does by saved ones. */
export async function tryRates(
  trial: Trial & { limit: RateLimit },
  draft: QuoteDraft,
  checked: CheckedDraft,
): Promise<Tried> {
  const words = quoteWords[trial.language];
  const { pickup, dropoff, serviceTierId, tripType } = draft;
  const lengths = [pickup, dropoff].map((text) => [...text].length);
  if (lengths.some((length) => length < QUOTE_ADDRESS.min)) return { line: words.waiting };
  if (lengths.some((length) => length > QUOTE_ADDRESS.max)) return { line: words.tooLong(QUOTE_ADDRESS.max) };
  const faultyFields = [...checked.faults.keys()].filter((field) => !UNPRICED.test(field));
  if (faultyFields.length > 0) return { faultyFields };
  const { timeZone } = checked.table;
  const time = draft.at === '' ? { moment: trial.now } : readTime(draft.at, timeZone, trial.language, 'first');
  if ('fault' in time) return { line: time.fault };
  const hired = hiredFor(draft);
  if (!hired) return { line: hireFault(trial.language) };
  const { isExceeded, resetSeconds } = await trial.limit.count(trial.accountId);
  if (isExceeded) return { line: words.tooMany(resetSeconds) };
  return tryRide(trial, {
    ...{ pickup, dropoff, serviceTierId, tripType, ...hired, moment: time.moment },
    pricingSchemeId: null,
    unsavedScheme: { pricingSchemeId: '', name: checked.name, ...checked.table },
  });
}

/** The price, or the line for what is wrong with the ride. */
export async function tryRide(
  { quote, accountId, isVatExempt, language }: Trial,
  order: Omit<QuoteOrder, 'accountId' | 'isVatExempt'>,
): Promise<{ line: string } | TriedRide> {
  try {
    const ride = await quote({ accountId, isVatExempt, ...order });
    return { ride, ...ratesUsed(ride.scheme, order.tripType, order.moment) };
  } catch (error) {
    const line = error instanceof ApiError ? lineFor(error.code, language) : undefined;
    if (line === undefined) throw error;
    return { line };
  }
}

const ratesUsed = (table: RateTable, tripType: TripType, moment: Date) => ({
  rates: ratesAt(table, tripType, moment),
  windowName: windowAt(table, tripType, moment)?.name,
});

function lineFor(code: ErrorCode, language: Language): string | undefined {
  const words = quoteWords[language];
  if (code === 'ADDRESS_NOT_FOUND') return words.addressNotFound;
  if (code === 'ROUTE_NOT_FOUND') return words.routeNotFound;
  if (code === 'SERVICE_UNAVAILABLE') return words.unavailable;
  if (code === 'SERVICE_TIER_NOT_FOUND') return words.tierNotFound;
  if (code === 'PRICING_SCHEME_NOT_FOUND') return words.schemeNotFound;
  return undefined;
}
