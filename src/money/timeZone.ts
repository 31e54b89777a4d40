/** A time zone under its proper name; undefined if there is none of that name. */
export function parseTimeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The moment when clocks there show a time such as 2027-03-14T22:30; undefined if the text is none. */
export function momentThere(wallTime: string, timeZone: string): Date | undefined {
  if (!/^2[01]\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wallTime)) return undefined;
  const wanted = Date.parse(`${wallTime}:00Z`);
  if (Number.isNaN(wanted)) return undefined;
  // The zone's distance from UTC is looked up near the moment, then at it: it may change in between.
  const near = wanted - offsetMs(wanted, timeZone);
  return new Date(wanted - offsetMs(near, timeZone));
}

function offsetMs(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = format.formatToParts(new Date(moment)).map(({ type, value }) => [type, Number(value)]);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = Object.fromEntries(parts) as Record<string, number>;
  return Date.UTC(year, month - 1, day, hour, minute) - moment;
}
