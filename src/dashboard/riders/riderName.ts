import { emailOf } from '../../catalogue/riderContact.ts';
import type { KeptRider } from '../../catalogue/riderStore.ts';
import type { Language } from '../../web/language.ts';
import { ridersWords } from '../words/riders.ts';

/** Erasing a rider stores these texts as the name, and as the addresses of trips (0047_erased_riders.sql). */
const ERASED = { 'Erased rider': 'erasedRider', Erased: 'erased' } as const;

export const isErased = (text: string): boolean => Object.hasOwn(ERASED, text);

/** A rider's name or an address, translated if it was erased. */
export function orErased(text: string, language: Language): string {
  const word = (ERASED as Record<string, (typeof ERASED)[keyof typeof ERASED]>)[text];
  return word === undefined ? text : ridersWords[language][word];
}

/** What tells riders of the same name apart. */
export const contactLine = (rider: KeptRider): string =>
  [rider.phone, emailOf(rider), rider.companyName].filter(Boolean).join(' · ');

/** The API allows empty names, but a link needs a text. */
export const fullName = (
  { firstName, lastName }: Pick<KeptRider, 'firstName' | 'lastName'>,
  language: Language,
): string => orErased(`${firstName ?? ''} ${lastName ?? ''}`.trim(), language) || ridersWords[language].unnamed;
