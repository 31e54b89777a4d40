import type { Cents } from './cents.ts';
import type { TripType } from './vat.ts';

export interface Rates {
  baseCents: Cents;
  perKmCents: Cents;
  perMinuteCents: Cents;
  minimumCents: Cents;
}

/** Monday is 1 and Sunday 7, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * Other rates for a part of the week, by the clock of the scheme's time zone. A window whose end is not after its beginning
 * runs over midnight into the next day: it belongs to the day it begins on.
 */
export interface RateWindow {
  name: string;
  days: Weekday[];
  fromMinute: number;
  toMinute: number;
  rates: Partial<Record<TripType, Rates>>;
}

export interface RateTable {
  timeZone: string;
  rates: Record<TripType, Rates>;
  windows: RateWindow[];
}

/** The rates at a moment: those of its window, else the ordinary ones. */
export const ratesAt = (table: RateTable, tripType: TripType, moment: Date): Rates =>
  windowAt(table, tripType, moment)?.rates[tripType] ?? table.rates[tripType];

/** The first window that covers a moment and has rates for this type. */
export function windowAt(table: RateTable, tripType: TripType, moment: Date): RateWindow | undefined {
  if (table.windows.length === 0) return undefined;
  const { weekday, minute } = localTime(moment, table.timeZone);
  return table.windows.find((each) => each.rates[tripType] !== undefined && covers(each, weekday, minute));
}

function covers({ days, fromMinute, toMinute }: RateWindow, weekday: Weekday, minute: number): boolean {
  if (fromMinute < toMinute) return days.includes(weekday) && minute >= fromMinute && minute < toMinute;
  const dayBefore = (weekday === 1 ? 7 : weekday - 1) as Weekday;
  return (days.includes(weekday) && minute >= fromMinute) || (days.includes(dayBefore) && minute < toMinute);
}

const WEEKDAYS: Record<string, Weekday> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 };
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Local weekday and minute in the scheme's time zone. */
function localTime(moment: Date, timeZone: string): { weekday: Weekday; minute: number } {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  return { weekday: WEEKDAYS[parts.weekday ?? ''] ?? 1, minute: Number(parts.hour) * 60 + Number(parts.minute) };
}
