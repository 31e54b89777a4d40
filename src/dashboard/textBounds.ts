import type { Language } from '../web/language.ts';
import { formWords } from './words/form.ts';

export interface TextBounds {
  min?: number;
  max: number;
}

/** Error messages by field name. */
export type Faults = ReadonlyMap<string, string>;

/** The error of a text's length, if any, in Unicode characters. */
export function lengthFault(text: string, { min = 0, max }: TextBounds, language: Language): string | undefined {
  const { length } = [...text];
  if (length >= min && length <= max) return undefined;
  const words = formWords[language];
  return min === 0 ? words.tooLong(max) : words.outside(min, max);
}
