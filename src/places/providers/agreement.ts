/** Written short in addresses. */
const WHOLE_WORDS: Record<string, string> = {
  av: 'avenue',
  ave: 'avenue',
  bd: 'boulevard',
  bld: 'boulevard',
  pl: 'place',
  st: 'saint',
  ste: 'sainte',
};
// They agree with half of all names and prove nothing.
const FILLERS = new Set(['a', 'au', 'aux', 'd', 'de', 'des', 'du', 'en', 'et', 'l', 'la', 'le', 'les', 'sous', 'sur']);
const SAINTS = new Set(['saint', 'sainte']);

/** The telling words of an address, in one spelling. */
export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('œ', 'oe');
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word)).map((word) => WHOLE_WORDS[word] ?? word);
}

/** How much of the question is in the answer, from 0 to 1. */
export function shareOfWords(question: string, answer: string): number {
  const asked = wordsOf(question);
  const answered = new Set(wordsOf(answer));
  return asked.length === 0 ? 0 : asked.filter((word) => answered.has(word)).length / asked.length;
}

/**
 * Whether the question says in which town the street is. A search engine also answers "rue de la Gare" with one of a
 * thousand; such a guess is no place to price a ride from.
 */
export function namesTown(
  question: string,
  postcode: string | undefined,
  towns: readonly (string | undefined)[],
): boolean {
  const asked = new Set(wordsOf(question));
  if (postcode !== undefined && asked.has(postcode.toLowerCase())) return true;
  return towns.some((town) => wordsOf(town ?? '').some((word) => !SAINTS.has(word) && asked.has(word)));
}
