import { hasOddYear, leapOver, momentsThere } from '../money/timeZone.ts';
import { longDateText, SHOWN_TIME_ZONE } from '../web/components/moment.tsx';
import type { Language } from '../web/language.ts';
import { noonOf } from './day/days.ts';
import { formWords } from './words/form.ts';
import { tripChangeWords } from './words/tripChanges.ts';

/** What is wrong with a time; for one that occurs twice, which of them is meant. */
interface TimeFault {
  fault: string;
  isTwice: boolean;
}
type ReadTime = { moment: Date } | TimeFault;

/** The instant of a local time as a field of type datetime-local has it, or what is wrong with it. */
export function readTime(text: string, timeZone: string, language: Language, which: string): ReadTime {
  const words = formWords[language];
  const [first, second] = momentsThere(text, timeZone);
  const moment = second === undefined || which === 'first' ? first : which === 'second' ? second : undefined;
  if (moment) return { moment };
  if (second) return { fault: words.timeTwice(typedTime(text, language)), isTwice: true };
  const leap = leapOver(text, timeZone);
  if (!leap) return { fault: hasOddYear(text) ? words.yearFault : words.timeFault, isTwice: false };
  return { fault: words.skippedTime({ ...typedTime(text, language), ...leap }), isTwice: false };
}

/** The parts of such a text, to be shown. */
export function typedTime(text: string, language: Language): { time: string; date: string } {
  const [day = '', time = ''] = text.split('T');
  return { time, date: longDateText(noonOf(day), language) };
}

/** The field that a fault belongs to: the time, or the choice between the two that it can be. */
export const timeField = ({ isTwice }: TimeFault): 'at' | 'which' => (isTwice ? 'which' : 'at');

const MINUTE_MS = 60_000;
/** Phones open on the current minute, which passes while the rest of a form is filled in. */
const STILL_NOW_MS = 10 * MINUTE_MS;
/** Saving takes a moment, after which the pickup must still be in the future. */
const SAVING_MS = 5_000;

/** A later year is most likely mistyped. */
const MOST_YEARS_AHEAD = 2;

function isTooFarAhead(moment: Date, now: Date): boolean {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + MOST_YEARS_AHEAD);
  return moment > latest;
}

/** The time of a pickup as typed. One that has just passed means now: the next full minute. */
export function readPickupTime({ at, which }: { at: string; which: string }, now: Date, language: Language): ReadTime {
  const time = readTime(at, SHOWN_TIME_ZONE, language, which);
  if ('fault' in time) return time;
  if (isTooFarAhead(time.moment, now))
    return { fault: tripChangeWords[language].tooFarAhead(MOST_YEARS_AHEAD), isTwice: false };
  if (time.moment > now) return time;
  if (now.getTime() - time.moment.getTime() > STILL_NOW_MS)
    return { fault: tripChangeWords[language].pastFault, isTwice: false };
  return { moment: new Date(Math.ceil((now.getTime() + SAVING_MS) / MINUTE_MS) * MINUTE_MS) };
}
