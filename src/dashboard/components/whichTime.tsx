import { momentsThere } from '../../money/timeZone.ts';
import { Select } from '../../web/components/form.tsx';
import { SHOWN_TIME_ZONE } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { typedTime } from '../typedTime.ts';
import { formWords } from '../words/form.ts';

interface WhichTimeProperties {
  /** The time as it was typed, in Paris. */
  at: string;
  which: string;
  error: string | undefined;
  language: Language;
}

/** Follows the time that is typed. */
export const WhichTime = (properties: WhichTimeProperties) => (
  <div id="which-time" class="found" aria-live="polite">
    <WhichTimeSelect {...properties} />
  </div>
);

/** Asks which of two times is meant, on the night when clocks go back; nothing for any other time. */
function WhichTimeSelect({ at, which, error, language }: WhichTimeProperties) {
  if (momentsThere(at, SHOWN_TIME_ZONE).length < 2) return null;
  const words = formWords[language];
  const typed = typedTime(at, language);
  const choices = [
    { value: '', label: words.choose },
    { value: 'first', label: words.firstTime(typed.time) },
    { value: 'second', label: words.secondTime(typed.time) },
  ];
  return <Select name="which" label={words.twice(typed)} value={which} {...{ choices, error }} />;
}
