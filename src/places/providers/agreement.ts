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

export interface Whereabouts {
  postcode: string | undefined;
  /** Any one of these names will do. */
  towns: readonly (string | undefined)[];
  /** The street that was found, if it is one. */
  street?: string | undefined;
}

/**
 * Whether the question says in which town the match is. A search engine also answers "rue de la Gare" with one of a
 * thousand; such a guess is no place to price a ride from. Streets are called after towns, so the words that name the
 * street do not name the town too: "rue de Paris" is in Paris only when Paris is said again.
 */
export function namesTown(question: string, { postcode, towns, street = '' }: Whereabouts): boolean {
  const asked = wordsOf(question);
  if (postcode !== undefined && asked.includes(postcode.toLowerCase())) return true;
  const left = new Set(without(asked, wordsOf(street)));
  return towns.some((town) => {
    const words = wordsOf(town ?? '');
    return words.length > 0 && words.every((word) => left.has(word));
  });
}

/** Each word is taken away once. */
function without(words: readonly string[], taken: readonly string[]): string[] {
  const left = [...words];
  for (const word of taken) {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

// Every second valley has one of the same name, or one that is called after a quarter of Paris.
const HAMLETS = new Set(['hamlet', 'isolated_dwelling', 'locality', 'farm']);

/** Whether OpenStreetMap's word for a place means a few houses. */
export const isHamlet = (kind: string): boolean => HAMLETS.has(kind);
