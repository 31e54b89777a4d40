/** The canonical name of a time zone; undefined if it is unknown. */
export function parseTimeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The instant of a local time such as 2027-03-14T22:30; undefined if there is no such day or, when summer begins, no such hour. */
export const momentThere = (wallTime: string, timeZone: string): Date | undefined =>
  momentsThere(wallTime, timeZone)[0];

const DAY_MS = 86_400_000;

/** The instants of a local time, in their order: none, one or, when summer ends, two. */
export function momentsThere(wallTime: string, timeZone: string): Date[] {
  const shown = parseWallTime(wallTime)?.getTime();
  if (shown === undefined) return [];
  const instants = [-DAY_MS, DAY_MS].map((near) => shown - offsetMs(new Date(shown + near), timeZone));
  return [...new Set(instants)]
    .sort((a, b) => a - b)
    .map((ms) => new Date(ms))
    .filter((moment) => shownAt(moment, timeZone) === shown);
}

/** "0026-11-20T10:00", which browsers make of a year of two digits: a local time is between 2000 and 2199. */
export const hasOddYear = (wallTime: string): boolean => /^(?!2[01]\d{2}-)\d+-/.test(wallTime);

/** What a local time is in UTC; undefined if there is no such day or time of day. */
function parseWallTime(wallTime: string): Date | undefined {
  if (!/^2[01]\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wallTime)) return undefined;
  const shown = new Date(`${wallTime}:00Z`);
  return !Number.isNaN(shown.getTime()) && shown.toISOString().startsWith(wallTime) ? shown : undefined;
}

const MINUTE_MS = 60_000;

/** Where the clocks leap over this local time: from and to which time of the day, such as 02:00 and 03:00. */
export function leapOver(wallTime: string, timeZone: string): { from: string; to: string } | undefined {
  const shown = parseWallTime(wallTime)?.getTime();
  const isSkipped = (ms: number) => shownAt(momentOfWallClock(new Date(ms), timeZone), timeZone) !== ms;
  if (shown === undefined || !isSkipped(shown)) return undefined;
  let [from, to] = [shown, shown];
  while (isSkipped(from - MINUTE_MS)) from -= MINUTE_MS;
  while (isSkipped(to)) to += MINUTE_MS;
  const timeOfDay = (ms: number) => new Date(ms).toISOString().slice('2027-03-28T'.length, -':00.000Z'.length);
  return { from: timeOfDay(from), to: timeOfDay(to) };
}

/** What local clocks show at an instant, as if it were UTC. */
const shownAt = (moment: Date, timeZone: string): number => moment.getTime() + offsetMs(moment, timeZone);

/** The instant at which local clocks show what `shown` is in UTC. */
export function momentOfWallClock(shown: Date, timeZone: string): Date {
  // The offset is looked up near the instant, then at it: it may change in between.
  const near = new Date(shown.getTime() - offsetMs(shown, timeZone));
  return new Date(shown.getTime() - offsetMs(near, timeZone));
}

function offsetMs(at: Date, timeZone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(offsetAt(at, timeZone)) ?? [];
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 * (sign === '-' ? -1 : 1);
}

/** Cached per zone: creating a formatter costs a hundred times its use. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const known = offsetFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  offsetFormats.set(timeZone, format);
  return format;
}

/** The offset from UTC, such as +02:00; empty for UTC. */
export function offsetAt(at: Date, timeZone: string): string {
  const name =
    offsetFormat(timeZone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.slice('GMT'.length);
}
