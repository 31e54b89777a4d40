import type { KeptRider } from '../../catalogue/riderStore.ts';
import type { Language } from '../../web/language.ts';
import { ridersWords } from '../words/riders.ts';

/** The API allows empty names, but a link needs a text. */
export const fullName = (
  { firstName, lastName }: Pick<KeptRider, 'firstName' | 'lastName'>,
  language: Language,
): string => `${firstName ?? ''} ${lastName ?? ''}`.trim() || ridersWords[language].unnamed;
