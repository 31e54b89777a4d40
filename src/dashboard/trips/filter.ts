import { parseRangeEnd } from '../../contract/dateTime.ts';
import type { TripStatus } from '../../contract/trip.ts';
import { TRIP_STATUSES } from '../../contract/values.ts';
import { momentOfWallClock } from '../../money/timeZone.ts';
import { OPEN_STATUSES } from '../../trips/lifecycle.ts';
import { SHOWN_TIME_ZONE } from '../../web/components/moment.tsx';
import { pageNumber } from '../pageNumber.ts';

export const TRIPS_PATH = '/app/trips';

/** Which of the account's trips to show; the bounds apply to the pickup, both inclusive. */
export interface TripFilter {
  status: TripStatus | undefined;
  statuses: readonly TripStatus[] | undefined;
  /** Null for the trips without a driver. */
  executorId: string | null | undefined;
  from: Date | undefined;
  to: Date | undefined;
  page: number;
}

/** The form's values as typed. */
export interface FilterTexts {
  status: string;
  driver: string;
  from: string;
  to: string;
}

type FilterFaults = Partial<Record<'from' | 'to', 'noDate' | 'backwards'>>;

export interface AskedTrips {
  texts: FilterTexts;
  filter: TripFilter;
  faults: FilterFaults;
}

/** Dates as browsers send them, within plausible centuries. */
const DATE = /^2\d{3}-\d{2}-\d{2}$/;
const MAX_TEXT = 40;

/** The trips whose ride is not over. */
export const OPEN = 'open';
export const NO_DRIVER = 'none';

/** A driver to choose; undefined for an account that has none, and drives its trips itself. */
type FilterDrivers = readonly { executorId: string }[] | undefined;

/** An unknown status or driver counts as none given. */
export function readFilter(query: unknown, drivers: FilterDrivers): AskedTrips {
  const given = (name: string) => firstText((query as Record<string, unknown>)[name]);
  const texts = { status: given('status'), driver: given('driver'), from: given('from'), to: given('to') };
  const status = TRIP_STATUSES.find((each) => each === texts.status);
  const executorId = drivers && executorOf(texts.driver, drivers);
  // That nobody drives a trip matters only until it is over, unless a status is asked for.
  const isOpen = texts.status === OPEN || (executorId === null && status === undefined);
  const statuses = isOpen ? OPEN_STATUSES : undefined;
  const [from, to] = [parseDay(texts.from, 'from'), parseDay(texts.to, 'to')];
  const faults: FilterFaults = {};
  if (from === 'noDate') faults.from = from;
  if (to === 'noDate') faults.to = to;
  const range = { from: orNothing(from), to: orNothing(to) };
  const filter = { status, statuses, executorId, ...range, page: pageNumber(given('page')) };
  if (filter.from && filter.to && filter.from > filter.to) faults.to = 'backwards';
  const known = {
    status: status ?? (texts.status === OPEN ? OPEN : ''),
    driver: executorId === undefined ? '' : texts.driver,
  };
  return { texts: { ...texts, ...known }, filter, faults };
}

const executorOf = (text: string, drivers: NonNullable<FilterDrivers>): string | null | undefined =>
  text === NO_DRIVER ? null : drivers.find(({ executorId }) => executorId === text)?.executorId;

const firstText = (value: unknown): string => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.slice(0, MAX_TEXT) : '';
};

/** A day in Paris time, as shown on the pages. */
function parseDay(text: string, end: 'from' | 'to'): Date | 'noDate' | undefined {
  if (text === '') return undefined;
  const day = DATE.test(text) ? parseRangeEnd(text, end) : undefined;
  return day ? momentOfWallClock(day, SHOWN_TIME_ZONE) : 'noDate';
}

const orNothing = (day: Date | 'noDate' | undefined) => (day === 'noDate' ? undefined : day);

/** The same list, another page, with these trips selected and this driver chosen: see `readSelection`. */
export function listLink(
  texts: Partial<FilterTexts> & { select?: string; assignTo?: string },
  page = 1,
  path = TRIPS_PATH,
): string {
  const given = Object.entries({ ...texts, page: page === 1 ? '' : String(page) }).filter(([, text]) => text !== '');
  const query = new URLSearchParams(given).toString();
  return query === '' ? path : `${path}?${query}`;
}
