import { momentOfWallClock } from '../../money/timeZone.ts';
import { SHOWN_TIME_ZONE, wallTime } from '../../web/components/moment.tsx';

export const DAY_PATH = '/app/day';
export const DAY_SHEET_PATH = '/app/day-sheet';

/** A day of the calendar, such as 2027-03-14. */
export type Day = string;

const DAY = /^2[01]\d{2}-\d{2}-\d{2}$/;

/** Undefined if the text is not a day. */
export function parseDay(text: string): Day | undefined {
  if (!DAY.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}

/** The day in Paris. */
export const dayOf = (at: Date): Day => wallTime(at).slice(0, 10);

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** When the day begins in Paris; it may have 23 or 25 hours. */
export const startOf = (day: Day): Date => momentOfWallClock(new Date(`${day}T00:00:00Z`), SHOWN_TIME_ZONE);

/** A moment within the day, for texts about it. */
export const noonOf = (day: Day): Date => new Date(`${day}T12:00:00Z`);

/** The Monday of the day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

export const dayLink = (day: Day, path = DAY_PATH) => `${path}?date=${day}`;

export interface AskedDay {
  day: Day;
  /** What was asked for is not a date. */
  isFaulty: boolean;
}

/** The day in a page's query; today if there is none, or if it is not a date. */
export function askedDay(query: unknown, now: Date): AskedDay {
  const { date } = query as Record<string, unknown>;
  const asked = typeof date === 'string' && date !== '' ? parseDay(date) : dayOf(now);
  return { day: asked ?? dayOf(now), isFaulty: asked === undefined };
}
