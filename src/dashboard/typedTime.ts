import { leapOver, momentThere } from '../money/timeZone.ts';
import { longDateText, SHOWN_TIME_ZONE } from '../web/components/moment.tsx';
import type { Language } from '../web/language.ts';
import { noonOf } from './day/days.ts';
import { formWords } from './words/form.ts';
import { tripChangeWords } from './words/tripChanges.ts';

type TypedTime = { moment: Date } | { fault: string };

/** The instant of a local time as a field of type datetime-local has it, or what is wrong with it. */
export function readTime(text: string, timeZone: string, language: Language): TypedTime {
  const words = formWords[language];
  const moment = momentThere(text, timeZone);
  if (moment) return { moment };
  const leap = leapOver(text, timeZone);
  if (!leap) return { fault: words.timeFault };
  const [day = '', time = ''] = text.split('T');
  return { fault: words.skippedTime({ time, date: longDateText(noonOf(day), language), ...leap }) };
}

const MINUTE_MS = 60_000;
/** Phones open on the current minute, which passes while the rest of a form is filled in. */
const STILL_NOW_MS = 10 * MINUTE_MS;
/** Saving takes a moment, after which the pickup must still be in the future. */
const SAVING_MS = 5_000;

/** The time of a pickup as typed. One that has just passed means now: the next full minute. */
export function readPickupTime(text: string, now: Date, language: Language): TypedTime {
  const time = readTime(text, SHOWN_TIME_ZONE, language);
  if ('fault' in time || time.moment > now) return time;
  if (now.getTime() - time.moment.getTime() > STILL_NOW_MS) return { fault: tripChangeWords[language].pastFault };
  return { moment: new Date(Math.ceil((now.getTime() + SAVING_MS) / MINUTE_MS) * MINUTE_MS) };
}
