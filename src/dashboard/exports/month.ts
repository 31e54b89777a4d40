import { momentThere } from '../../money/timeZone.ts';
import { SHOWN_TIME_ZONE, wallTime } from '../../web/components/moment.tsx';

/** A month in Paris time, such as 2027-03, from its first moment until before the next month's. */
export interface Month {
  text: string;
  from: Date;
  before: Date;
  /** Its days, such as 2027-03-01 and 2027-03-31. */
  firstDay: string;
  lastDay: string;
  previous: string;
  next: string;
}

const MONTH = /^(2[01]\d{2})-(0[1-9]|1[0-2])$/;

/** Undefined if the text is not a month. */
export function parseMonth(text: string): Month | undefined {
  const [, year, month] = MONTH.exec(text) ?? [];
  if (year === undefined || month === undefined) return undefined;
  const [previous, next] = [-1, 1].map((step) => monthText(Number(year), Number(month) + step)) as [string, string];
  const [from, before] = [text, next].map((each) => momentThere(`${each}-01T00:00`, SHOWN_TIME_ZONE));
  if (!from || !before) return undefined;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  return { text, from, before, firstDay: `${text}-01`, lastDay, previous, next };
}

export const monthOf = (at: Date): string => wallTime(at).slice(0, 7);

/** The month may be 0 or 13, of the years before and after. */
const monthText = (year: number, month: number) => new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 7);
