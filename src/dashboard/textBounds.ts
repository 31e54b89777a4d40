import type { Language } from '../web/language.ts';
import { formWords } from './words/form.ts';

export interface TextBounds {
  min?: number;
  max: number;
}

/** A sentence for each field that cannot stay as it is, by the field's name. */
export type Faults = ReadonlyMap<string, string>;

/** What is wrong with the length of a text, in characters as people count them. */
export function lengthFault(text: string, { min = 0, max }: TextBounds, language: Language): string | undefined {
  const { length } = [...text];
  if (length >= min && length <= max) return undefined;
  const words = formWords[language];
  return min === 0 ? words.tooLong(max) : words.outside(min, max);
}
