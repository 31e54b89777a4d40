import { leapOver, momentsThere } from '../money/timeZone.ts';
import { longDateText, type WhichTime } from '../web/components/moment.tsx';
import type { Language } from '../web/language.ts';
import { noonOf } from './day/days.ts';
import { formWords } from './words/form.ts';

/** What is wrong with a time; for one that exists twice, which of them is meant. */
interface TimeFault {
  fault: string;
  isTwice: boolean;
}

/** The instant of a local time as a field of type datetime-local has it, or what is wrong with it. */
export function readTime(
  text: string,
  timeZone: string,
  language: Language,
  which: string,
): { moment: Date } | TimeFault {
  const words = formWords[language];
  const [first, second] = momentsThere(text, timeZone);
  const moment = second === undefined || which === FIRST ? first : which === SECOND ? second : undefined;
  if (moment) return { moment };
  if (second) return { fault: words.timeTwice(typedTime(text, language)), isTwice: true };
  const leap = leapOver(text, timeZone);
  if (!leap) return { fault: words.timeFault, isTwice: false };
  return { fault: words.skippedTime({ ...typedTime(text, language), ...leap }), isTwice: false };
}

const FIRST: WhichTime = 'first';
const SECOND: WhichTime = 'second';

/** The parts of such a text, to be shown. */
export function typedTime(text: string, language: Language): { time: string; date: string } {
  const [day = '', time = ''] = text.split('T');
  return { time, date: longDateText(noonOf(day), language) };
}

/** The field that a fault belongs to: the time, or the choice between the two that it can be. */
export const timeField = ({ isTwice }: TimeFault): 'at' | 'which' => (isTwice ? 'which' : 'at');
