import type { Language } from './language.ts';

/** A text, or a function that fills one in. */
type Entry = string | ((...gaps: never[]) => string);

/** The same texts with the same parameters, in any language. */
type Same<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends (...gaps: infer Gaps) => string
    ? (...gaps: Gaps) => string
    : string;
};

/** The texts of an area in every language; a missing one does not compile. */
export const inLanguages = <Texts extends Record<string, Entry>>(
  en: Texts,
  fr: Same<Texts>,
): Readonly<Record<Language, Same<Texts>>> => ({ en: en as unknown as Same<Texts>, fr: spaced(fr) });

/** French typography: no-break spaces before some punctuation and inside quotation marks. */
const withFrenchSpaces = (text: string): string => text.replace(/ (?=[;:!?»%€](?:[\s.,)<|*]|$))|(?<=«) /gm, '\u00a0');

/** A text with the typography of its language. */
export const setIn = (language: Language, text: string) => (language === 'fr' ? withFrenchSpaces(text) : text);

const COLONS: Record<Language, string> = { en: ':', fr: '\u00a0:' };

/** Such as "Passengers: 2", with the colon as the language sets it. */
export const labelled = (label: string, value: string, language: Language): string =>
  `${label}${COLONS[language]} ${value}`;

/** On pages, the word does not break at its hyphen. Alone, as the title of a column in a file, it stays as people type it. */
const withUnbrokenWords = (text: string): string => text.replaceAll(/(?<=[ ’])e-mail/g, 'e-\u2060mail');

const typeset = (text: string): string => withUnbrokenWords(withFrenchSpaces(text));

function spaced<Texts extends object>(texts: Texts): Texts {
  const entries = Object.entries(texts as Record<string, Entry>).map(([name, entry]) => [
    name,
    typeof entry === 'string' ? typeset(entry) : (...gaps: never[]) => typeset(entry(...gaps)),
  ]);
  return Object.fromEntries(entries) as Texts;
}
