import { acceptedIn } from './accepted.ts';

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_COOKIE = 'language';

export const parseLanguage = (text: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === text);

/** The one chosen before, else the one the browser likes best of those we have, else English. */
export const chooseLanguage = (chosen: string | undefined, accepted: string | undefined): Language =>
  parseLanguage(chosen) ?? likedBest(accepted) ?? 'en';

function likedBest(header: string | undefined): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const { name, weight } of acceptedIn(header)) {
    const language = parseLanguage(name.split('-', 1)[0]);
    if (language && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}
