import type { PricingScheme } from '../../catalogue/pricingSchemeStore.ts';
import { DEFAULT_TIME_ZONE, STARTING_RATES } from '../../catalogue/pricingSchemeStore.ts';
import { clockTime } from '../../money/clockTime.ts';
import { MAX_WINDOWS } from '../../money/rateBounds.ts';
import type { Rates, RateWindow } from '../../money/rates.ts';
import type { TripType } from '../../money/vat.ts';
import { sha256 } from '../../sha256.ts';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { type RateTexts, rateTextsOf, readRateTexts } from './rateFields.ts';

export interface WindowDraft {
  name: string;
  days: readonly string[];
  from: string;
  to: string;
  rates: RateTexts;
}

/** A scheme as typed into its form, valid or not. */
export interface SchemeDraft {
  name: string;
  isDefault: boolean;
  timeZone: string;
  rates: RateTexts;
  windows: readonly WindowDraft[];
}

export const WEEK = ['1', '2', '3', '4', '5', '6', '7'] as const;

export const newDraft = (language: Language): SchemeDraft => ({
  name: '',
  isDefault: false,
  timeZone: DEFAULT_TIME_ZONE,
  rates: rateTextsOf(STARTING_RATES, language),
  windows: [],
});

const NEW_WINDOW: WindowDraft = { name: '', days: WEEK, from: '22:00', to: '06:00', rates: {} };

export const draftOf = (scheme: PricingScheme, language: Language): SchemeDraft => ({
  name: scheme.name,
  isDefault: scheme.isDefault,
  timeZone: scheme.timeZone,
  rates: rateTextsOf(scheme.rates, language),
  windows: scheme.windows.map(({ name, days, fromMinute, toMinute, rates }) => ({
    name,
    days: days.map(String),
    from: clockTime(fromMinute),
    // Time inputs have no 24:00; a window to 00:00 ends at the same moment.
    to: clockTime(toMinute % 1440),
    rates: rateTextsOf(ownRates(rates, scheme.rates), language),
  })),
});

/**
 * A window's rates without those that are the usual ones: they follow them. If all of a type are, they stay, since the
 * window exempts its time from another one.
 */
const ownRates = (rates: RateWindow['rates'], usual: PricingScheme['rates']) =>
  Object.fromEntries(
    Object.entries(rates).map(([type, own]) => {
      const changed = Object.entries(own).filter(
        ([rate, cents]) => cents !== usual[type as TripType][rate as keyof Rates],
      );
      return [type, changed.length > 0 ? Object.fromEntries(changed) : own];
    }),
  );

/** The hidden field with the fingerprint of the scheme that a form was filled with. */
export const FILLED_WITH = 'filled-with';

/** Of what saving the form replaces. Whether the scheme is the default is not part of it: no form can revert that. */
export const fingerprintOf = ({ name, timeZone, rates, windows }: PricingScheme): string =>
  sha256(JSON.stringify([name, timeZone, rates, windows])).toString('base64url');

/** Undefined in the form of a new scheme, or of the release before. */
export const filledWithOf = (form: Form): string | undefined => form.get(FILLED_WITH)?.[0];

/** Whether somebody changed the scheme after the form was filled with it. */
export function isOutdated(form: Form, scheme: PricingScheme): boolean {
  const filledWith = filledWithOf(form);
  return filledWith !== undefined && filledWith !== fingerprintOf(scheme);
}

export const windowPrefix = (index: number) => `window-${index}-`;

/** Reads at most MAX_WINDOWS windows, whatever else a form contains. */
export function readDraft(form: Form): SchemeDraft {
  const prefixes = Array.from({ length: MAX_WINDOWS }, (_, index) => windowPrefix(index));
  return {
    name: fieldOf(form, 'name').trim(),
    isDefault: fieldOf(form, 'default') === 'yes',
    timeZone: fieldOf(form, 'time-zone'),
    rates: readRateTexts(form),
    windows: prefixes.filter((prefix) => form.has(`${prefix}name`)).map((prefix) => readWindow(form, prefix)),
  };
}

function readWindow(form: Form, prefix: string): WindowDraft {
  const days = form.get(`${prefix}days`) ?? [];
  return {
    name: fieldOf(form, `${prefix}name`).trim(),
    days: WEEK.filter((day) => days.includes(day)),
    from: fieldOf(form, `${prefix}from`),
    to: fieldOf(form, `${prefix}to`),
    rates: readRateTexts(form, prefix),
  };
}

/** The draft with a window added or removed, if a button for that was pressed. */
export function withChangedWindows(draft: SchemeDraft, pressed: string): SchemeDraft {
  if (pressed === 'add' && draft.windows.length < MAX_WINDOWS)
    return { ...draft, windows: [...draft.windows, NEW_WINDOW] };
  const removed = /^remove-(\d{1,2})$/.exec(pressed)?.[1];
  if (removed === undefined) return draft;
  return { ...draft, windows: draft.windows.filter((_, index) => index !== Number(removed)) };
}
