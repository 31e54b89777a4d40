import { SHOWN_TIME_ZONE } from './components/moment.tsx';

const offsets = new Intl.DateTimeFormat('en-GB', { timeZone: SHOWN_TIME_ZONE, timeZoneName: 'longOffset' });

/** By how much clocks where pages tell the time are ahead of UTC. */
function offsetMs(at: Date): number {
  const name = offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})$/.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

/** The moment at which clocks where pages tell the time show what this one shows in UTC. */
export function momentOfWallClock(shown: Date): Date {
  const about = new Date(shown.getTime() - offsetMs(shown));
  return new Date(shown.getTime() - offsetMs(about));
}
