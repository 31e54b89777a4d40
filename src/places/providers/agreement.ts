/** Abbreviated in addresses. */
const WHOLE_WORDS: Record<string, string> = {
  av: 'avenue',
  ave: 'avenue',
  bd: 'boulevard',
  bld: 'boulevard',
  pl: 'place',
  st: 'saint',
  ste: 'sainte',
};
// They occur in half of all names and prove nothing.
const FILLERS = new Set(['a', 'au', 'aux', 'd', 'de', 'des', 'du', 'en', 'et', 'l', 'la', 'le', 'les', 'sous', 'sur']);

/** The significant words of an address, in one spelling. */
function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('œ', 'oe');
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word)).map((word) => WHOLE_WORDS[word] ?? word);
}

/** The share of the question's words that are in the answer, from 0 to 1. */
export function shareOfWords(question: string, answer: string): number {
  const asked = wordsOf(question);
  const answered = new Set(wordsOf(answer));
  return asked.length === 0 ? 0 : asked.filter((word) => answered.has(word)).length / asked.length;
}

interface Whereabouts {
  postcode: string | undefined;
  /** Any of these names is enough. */
  towns: readonly (string | undefined)[];
  /** The street that was found, if it is one. */
  street?: string | undefined;
}

/**
 * Whether the question names the town of the match. A search engine answers "rue de la Gare" with one of a thousand; no
 * ride can be priced from such a guess. Streets are named after towns, so words of the street do not count for the
 * town: "rue de Paris" is in Paris only if Paris is named again.
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

/** Each word is removed once. */
function without(words: readonly string[], taken: readonly string[]): string[] {
  const left = [...words];
  for (const word of taken) {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

// Every second valley has one of the same name, or one named after a quarter of Paris.
const HAMLETS = new Set(['hamlet', 'isolated_dwelling', 'locality', 'farm']);

/** Whether OpenStreetMap's type of a place means a few houses. */
export const isHamlet = (kind: string): boolean => HAMLETS.has(kind);
