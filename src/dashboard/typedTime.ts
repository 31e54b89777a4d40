import { leapOver, momentThere } from '../money/timeZone.ts';
import { longDateText } from '../web/components/moment.tsx';
import type { Language } from '../web/language.ts';
import { noonOf } from './day/days.ts';
import { formWords } from './words/form.ts';

/** The instant of a local time as a field of type datetime-local has it, or what is wrong with it. */
export function readTime(text: string, timeZone: string, language: Language): { moment: Date } | { fault: string } {
  const words = formWords[language];
  const moment = momentThere(text, timeZone);
  if (moment) return { moment };
  const leap = leapOver(text, timeZone);
  if (!leap) return { fault: words.timeFault };
  const [day = '', time = ''] = text.split('T');
  return { fault: words.skippedTime({ time, date: longDateText(noonOf(day), language), ...leap }) };
}
