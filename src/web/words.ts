import type { Language } from './language.ts';

/** A text, or a text with gaps. */
type Entry = string | ((...gaps: never[]) => string);

/** The same texts with the same gaps, in whatever words. */
type Same<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends (...gaps: infer Gaps) => string
    ? (...gaps: Gaps) => string
    : string;
};

/** The texts of an area in every language; one that lacks a text does not compile. */
export const bilingual = <Texts extends Record<string, Entry>>(
  en: Texts,
  fr: Same<Texts>,
): Readonly<Record<Language, Same<Texts>>> => ({ en: en as unknown as Same<Texts>, fr: spaced(fr) });

/** The spaces that French sets before some signs and within its quotation marks, at which no line may break. */
const withFrenchSpaces = (text: string): string => text.replace(/ (?=[;:!?»%€](?:[\s.,)<|*]|$))|(?<=«) /gm, '\u00a0');

/** A text in a language as it is set in that language. */
export const setIn = (language: Language, text: string) => (language === 'fr' ? withFrenchSpaces(text) : text);

function spaced<Texts extends object>(texts: Texts): Texts {
  const entries = Object.entries(texts as Record<string, Entry>).map(([name, entry]) => [
    name,
    typeof entry === 'string' ? withFrenchSpaces(entry) : (...gaps: never[]) => withFrenchSpaces(entry(...gaps)),
  ]);
  return Object.fromEntries(entries) as Texts;
}
