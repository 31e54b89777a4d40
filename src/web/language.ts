export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_COOKIE = 'language';

/** What counts of an Accept-Language header: browsers send a hundred characters, and nobody needs more. */
const MOST_CHARACTERS = 500;

export const parseLanguage = (text: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === text);

/** The one chosen before, else the one the browser likes best of those we have, else English. */
export const chooseLanguage = (chosen: string | undefined, accepted: string | undefined): Language =>
  parseLanguage(chosen) ?? likedBest(accepted ?? '') ?? 'en';

/** Cut and split at fixed characters, without patterns, so that no header takes longer than its length. */
function likedBest(header: string): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const item of header.slice(0, MOST_CHARACTERS).split(',')) {
    const [range = '', parameter] = item.split(';', 2);
    const language = parseLanguage(range.trim().split('-', 1)[0]?.toLowerCase());
    const weight = weightOf(parameter);
    if (language && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

function weightOf(parameter: string | undefined): number {
  if (parameter === undefined) return 1;
  const [name = '', value = ''] = parameter.split('=', 2);
  const weight = name.trim() === 'q' ? Number(value.trim()) : 1;
  return weight >= 0 && weight <= 1 ? weight : 0;
}
