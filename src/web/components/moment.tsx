import { HOUR_MS } from '../../clock.ts';
import { LANGUAGES, type Language } from '../language.ts';
import { momentWords } from '../words/moment.ts';

export const SHOWN_TIME_ZONE = 'Europe/Paris';

const LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>;

const dateTimes = formats({ dateStyle: 'medium', timeStyle: 'short', timeZone: SHOWN_TIME_ZONE });
const withSeconds = formats({ dateStyle: 'medium', timeStyle: 'medium', timeZone: SHOWN_TIME_ZONE });
const dates = formats({ dateStyle: 'medium', timeZone: SHOWN_TIME_ZONE });
const months = formats({ month: 'long', year: 'numeric', timeZone: SHOWN_TIME_ZONE });
const longDates = formats({ dateStyle: 'long', timeZone: SHOWN_TIME_ZONE });
const weekdays = formats({ weekday: 'long', day: 'numeric', month: 'long', timeZone: SHOWN_TIME_ZONE });
const years = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: SHOWN_TIME_ZONE });
const hours = formats({ hour: '2-digit', minute: '2-digit', timeZone: SHOWN_TIME_ZONE });

interface DateFormat {
  format(at: Date): string;
  formatRange(from: Date, to: Date): string;
}

function formats(options: Intl.DateTimeFormatOptions): Record<Language, DateFormat> {
  const { en, fr } = byLanguage((locale) => new Intl.DateTimeFormat(locale, options));
  return { en, fr: withFrenchFirsts(fr) };
}

/** The first of a month is an ordinal in French, as in 1er juin, unlike all other days. */
function withFrenchFirsts(dates: Intl.DateTimeFormat): DateFormat {
  const joined = (parts: readonly Intl.DateTimeFormatPart[]) =>
    parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('');
  return {
    format: (at) => joined(dates.formatToParts(at)),
    formatRange: (from, to) => joined(dates.formatRangeToParts(from, to)),
  };
}

function byLanguage<Format>(create: (locale: string) => Format): Record<Language, Format> {
  const formats = LANGUAGES.map((language) => [language, create(LOCALES[language])]);
  return Object.fromEntries(formats) as Record<Language, Format>;
}

/** Paris time, with the zone named. */
export const dateTimeText = (at: Date, language: Language) => `${clearly(dateTimes, at, language)} (Paris)`;
export const dateText = (at: Date, language: Language) => dates[language].format(at);
/** Such as March 2027. */
export const monthText = (at: Date, language: Language) => months[language].format(at);
/** Such as 14 March 2027. */
export const longDateText = (at: Date, language: Language) => longDates[language].format(at);
/** Such as Monday 14 March. */
export const weekdayText = (at: Date, language: Language) => weekdays[language].format(at);
/** The same as a title, with the year if it is not the current one. French days are written in lower case elsewhere. */
export function weekdayTitle(at: Date, language: Language, now: Date): string {
  const year = years.format(at);
  const [first = '', ...rest] = weekdayText(at, language) + (year === years.format(now) ? '' : ` ${year}`);
  return first.toUpperCase() + rest.join('');
}
/** Such as 1–7 March 2027. */
export const dateRangeText = (from: Date, to: Date, language: Language) => longDates[language].formatRange(from, to);
export const hourText = (at: Date, language: Language) => clearly(hours, at, language);
/** Without the zone. */
export const dateAndHourText = (at: Date, language: Language) => `${dateText(at, language)}, ${hourText(at, language)}`;

const wallTimes = new Intl.DateTimeFormat('sv-SE', {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  timeZone: SHOWN_TIME_ZONE,
});

/** Paris time as an input of type datetime-local has it. */
export const wallTime = (at: Date) => wallTimes.format(at).replace(' ', 'T');

type WhichTime = 'first' | 'second';

/** Which of two times it is that look the same in Paris, on the night when clocks go back; undefined for any other. */
export function whichTime(at: Date): WhichTime | undefined {
  const looksTheSame = (ms: number) => wallTime(new Date(at.getTime() + ms)) === wallTime(at);
  if (looksTheSame(HOUR_MS)) return 'first';
  return looksTheSame(-HOUR_MS) ? 'second' : undefined;
}

const clearly = (formats: Record<Language, DateFormat>, at: Date, language: Language): string =>
  withSeason(formats[language].format(at), at, language);

/** The text of a time, with the season if there are two that look the same. */
function withSeason(text: string, at: Date, language: Language): string {
  const which = whichTime(at);
  return which ? `${text} ${momentWords[language][which]}` : text;
}

/** Paris time such as 2027-03-14 10:30, which spreadsheets sort correctly. */
export const sortableText = (at: Date, language: Language) => withSeason(wallTime(at).replace('T', ' '), at, language);

interface MomentProperties {
  at: Date;
  language: Language;
  hasSeconds?: boolean;
  /** For a list that says once that its times are Paris time. */
  hideZone?: boolean;
}

/** A moment, with UTC in its `datetime` attribute. */
export function Moment({ at, language, hasSeconds = false, hideZone = false }: MomentProperties) {
  const text = clearly(hasSeconds ? withSeconds : dateTimes, at, language);
  return <time dateTime={at.toISOString()}>{hideZone ? text : `${text} (Paris)`}</time>;
}

const numbers = byLanguage((locale) => new Intl.NumberFormat(locale));

export const numberText = (value: number, language: Language) => numbers[language].format(value);

/** Such as 27 min or 4 h 02 min; the same in every language. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  const rest = whole % 60;
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${String(rest).padStart(2, '0')} min`;
}

const euros = byLanguage((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }));

/** Money, formatted for the language. */
export const moneyText = (cents: number, language: Language) => euros[language].format(cents / 100);

const lists = byLanguage((locale) => new Intl.ListFormat(locale));

/** "a, b and c". */
export const listText = (parts: readonly string[], language: Language) => lists[language].format(parts);
