/**
 * ISO 8601 date-times; the offset is required, since a booking an hour off is worse than an error. Digits beyond
 * milliseconds are dropped.
 */
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/i;

const LAST_MILLISECOND_OF_A_DAY = 86_400_000 - 1;
const FIRST_YEAR = new Date('0001-01-01T00:00:00.000Z').getTime();
const LAST_YEAR = new Date('9999-12-31T23:59:59.999Z').getTime();

export function parseDateTime(text: string): Date | undefined {
  const parts = DATE_TIME.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] =
    parts;
  const midnight = utcMidnight(Number(year), Number(month), Number(day));
  if (midnight === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  const clock =
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const instant = midnight + clock - offset;
  // Years beyond four digits have no ISO form that every client can parse.
  return instant < FIRST_YEAR || instant > LAST_YEAR ? undefined : new Date(instant);
}

/** One end of a range: a date-time, or a date, which means the complete day in UTC. */
export function parseRangeEnd(text: string, end: 'from' | 'to'): Date | undefined {
  const parts = DATE.exec(text);
  if (!parts) return parseDateTime(text);
  const midnight = midnightOf(parts);
  if (midnight === undefined) return undefined;
  return new Date(end === 'from' ? midnight : midnight + LAST_MILLISECOND_OF_A_DAY);
}

export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  return parts !== null && midnightOf(parts) !== undefined;
}

const midnightOf = ([, year, month, day]: RegExpExecArray) => utcMidnight(Number(year), Number(month), Number(day));

/** In a query string an unencoded `+` arrives as a space; before an offset it can only have been a plus sign. */
export const withPlusRestored = (text: string) => text.replace(/ (?=\d{2}(?::?\d{2})?$)/, '+');

function utcMidnight(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : undefined;
}
