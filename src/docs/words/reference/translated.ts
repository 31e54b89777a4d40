import type { Language } from '../../../web/language.ts';
import { setIn } from '../../../web/words.ts';
import { catalogueInFrench } from './catalogue.ts';
import { commonInFrench } from './common.ts';
import { eventsInFrench } from './events.ts';
import { quotesInFrench } from './quotes.ts';
import { tripsInFrench } from './trips.ts';
import { webhooksInFrench } from './webhooks.ts';

/**
 * The French of every paragraph in the OpenAPI document, by its English text: a text that is changed there has no French any
 * more, and a test says so.
 */
export const frenchTexts: Record<string, string> = {
  ...commonInFrench,
  ...quotesInFrench,
  ...tripsInFrench,
  ...catalogueInFrench,
  ...eventsInFrench,
  ...webhooksInFrench,
};

/** The document itself is in English. */
const TEXTS: Record<Language, Record<string, string>> = { en: {}, fr: frenchTexts };

/** A text of the OpenAPI document in the reader's language, paragraph by paragraph. */
export const translated = (text: string, language: Language): string =>
  text
    .split('\n\n')
    .map((paragraph) => setIn(language, TEXTS[language][paragraph] ?? paragraph))
    .join('\n\n');
