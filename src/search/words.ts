import { SPECIAL_LETTERS } from '../places/gazetteer/normalise.ts';

const SPECIAL = new RegExp(`[${Object.keys(SPECIAL_LETTERS).join('')}]`, 'g');
// Longer ones are cut, in the index as in a search: PostgreSQL has a limit of its own.
const MAX_WORD = 40;

/** The words of a text as they are compared: without case, accents and punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(SPECIAL, (letter) => SPECIAL_LETTERS[letter] ?? letter);
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD).join('')))];
}

/** An account's words in the index. Accounts that share the prefix share entries of the index; every search checks the account too. */
const prefixOf = (accountId: string) => accountId.slice(-8);

/** The words of these texts, as the index of the account has them. */
export const lexemesOf = (accountId: string, texts: readonly (string | null)[]): string[] =>
  wordsOf(texts.filter((text) => text !== null).join(' ')).map((word) => prefixOf(accountId) + word);

/** A part of what was typed: a word, or digits that may be a phone number. */
interface Term {
  text: string;
  isNumber: boolean;
}

// More words narrow a search no further, and each costs time.
const MAX_TERMS = 10;
// Digits with what people write between them, at least three, and no part of a word.
const NUMBER = /(?<![\p{L}\p{N}])[+(]{0,2}\d[\s().\-/]*(?:\d[\s().\-/]*)+\d(?![\p{L}\p{N}])/gu;

export function termsOf(typed: string): Term[] {
  const numbers = [...(typed.match(NUMBER) ?? [])].map((text) => ({ text, isNumber: true }));
  const words = wordsOf(typed.replace(NUMBER, ' ')).map((text) => ({ text, isNumber: false }));
  return [...numbers, ...words].slice(0, MAX_TERMS);
}

/**
 * What PostgreSQL searches for: each word, or a longer one that begins with it. `phones` has each number as phone numbers are
 * compared; it may also be the words it is written as.
 */
export function searchQuery(accountId: string, terms: readonly Term[], phones: ReadonlyMap<string, string>): string {
  const all = (text: string) =>
    wordsOf(text)
      .slice(0, MAX_TERMS)
      .map((word) => `'${prefixOf(accountId)}${word}':*`)
      .join(' & ');
  return terms
    .map(({ text, isNumber }) => (isNumber ? `(${all(phones.get(text) ?? text)} | ${all(text)})` : all(text)))
    .join(' & ');
}
