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
): Readonly<Record<Language, Same<Texts>>> => ({ en: en as unknown as Same<Texts>, fr });
