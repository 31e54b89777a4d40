import { SPECIAL_LETTERS } from '../places/gazetteer/normalise.ts';

const SPECIAL = new RegExp(`[${Object.keys(SPECIAL_LETTERS).join('')}]`, 'g');
// Longer ones are cut, in the index as in a search: PostgreSQL has a limit of its own.
const MAX_WORD = 40;

/**
 * Raise it when the same text yields different words, or when other texts are indexed: the index of every account is then
 * written again, so that nothing is missing that an older release indexed meanwhile.
 */
export const WORDS_VERSION = 2;

/** The words of a text as they are compared: without case, accents and punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => SPECIAL_LETTERS[letter] ?? letter);
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD).join('')))];
}

/** An account's words in the index. Accounts that share the prefix share entries of the index; every search checks the account too. */
const prefixOf = (accountId: string) => accountId.slice(-8);

/** The words of these texts, as the index of the account has them. */
export const lexemesOf = (accountId: string, texts: readonly (string | null)[]): string[] =>
  wordsIn(texts).map((word) => prefixOf(accountId) + word);

const wordsIn = (texts: readonly (string | null)[]) =>
  wordsOf(texts.flatMap((text) => (text === null ? [] : withAndWithoutApostrophes(text))).join(' '));

const APOSTROPHES = `'’‘ʼ\`´`;
const EVERY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');

/** O'Brien is also written as one word. */
const withAndWithoutApostrophes = (text: string) => [...new Set([text, text.replace(EVERY_APOSTROPHE, '')])];

/** A part of what was typed: a word, with its apostrophes, or digits that may be a phone number. */
interface Term {
  text: string;
  isNumber: boolean;
}

// More words narrow a search no further, and each costs time.
const MAX_TERMS = 10;
// Digits with what people write between them, at least three, and no part of a word.
const NUMBER = /(?<![\p{L}\p{N}])[+(]{0,2}\d[\s().\-/]*(?:\d[\s().\-/]*)+\d(?![\p{L}\p{N}])/gu;
const BETWEEN_WORDS = new RegExp(`[^\\p{L}\\p{M}\\p{N}${APOSTROPHES}]+`, 'u');

export function termsOf(typed: string): Term[] {
  const numbers = [...(typed.match(NUMBER) ?? [])].map((text) => ({ text, isNumber: true }));
  const rest = new Set(typed.normalize('NFKC').toLowerCase().replace(NUMBER, ' ').split(BETWEEN_WORDS));
  const words = [...rest].filter((text) => wordsOf(text).length > 0).map((text) => ({ text, isNumber: false }));
  return [...numbers, ...words].slice(0, MAX_TERMS);
}

/**
 * What each term may be written as: words that must all be there. `phones` has each number as phone numbers are compared; it may
 * also be the words it is written as.
 */
const spellingsOf = (terms: readonly Term[], phones: ReadonlyMap<string, string>): string[][][] =>
  terms.map(({ text, isNumber }) =>
    (isNumber ? [phones.get(text) ?? text, text] : withAndWithoutApostrophes(text)).map((spelling) =>
      wordsOf(spelling).slice(0, MAX_TERMS),
    ),
  );

/** What PostgreSQL searches for: each word, or a longer one that begins with it. */
export function searchQuery(accountId: string, terms: readonly Term[], phones: ReadonlyMap<string, string>): string {
  const all = (words: readonly string[]) => words.map((word) => `'${prefixOf(accountId)}${word}':*`).join(' & ');
  return spellingsOf(terms, phones)
    .map((spellings) => (spellings.length === 1 ? spellings.map(all).join() : `(${spellings.map(all).join(' | ')})`))
    .join(' & ');
}

/** The same search, of texts that are not in the index. */
export function searchOf(terms: readonly Term[], phones: ReadonlyMap<string, string>) {
  const wanted = spellingsOf(terms, phones);
  return (texts: readonly (string | null)[]): boolean => {
    const words = wordsIn(texts);
    const has = (word: string) => words.some((each) => each.startsWith(word));
    return wanted.length > 0 && wanted.every((spellings) => spellings.some((spelling) => spelling.every(has)));
  };
}
