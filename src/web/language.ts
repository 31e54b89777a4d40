import Negotiator from 'negotiator';
import { LANGUAGES, type Language } from '../contract/values.ts';

export { LANGUAGES, type Language };

/** Each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' };

export const LANGUAGE_COOKIE = 'language';

export const parseLanguage = (text: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === text);

// Browsers send about a hundred characters; the rest of a longer header is not worth parsing.
const MAX_CHARACTERS = 500;

/** The one chosen before, else the one of ours that the browser prefers, else English. */
export function chooseLanguage(chosen: string | undefined, acceptLanguage = ''): Language {
  const headers = { 'accept-language': acceptLanguage.slice(0, MAX_CHARACTERS) };
  return parseLanguage(chosen) ?? parseLanguage(new Negotiator({ headers }).language([...LANGUAGES])) ?? 'en';
}
