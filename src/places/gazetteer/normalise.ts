// Names are compared in one normalised form: lower case, no accents, words separated by single spaces. The build and
// the running service share this file, so that lookups match the index.

/** Letters that Unicode does not take apart. The search uses them too: another letter raises `WORDS_VERSION`. */
export const SPECIAL_LETTERS: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ð: 'd',
  þ: 'th',
};
const TABLE_SIZE = 0x250; // up to the end of Latin Extended-B, which covers the alphabets used around France

const PLAIN_LETTERS: readonly string[] = Array.from({ length: TABLE_SIZE }, (_, code) => plainFormOf(code));

function plainFormOf(code: number): string {
  const lower = String.fromCharCode(code).toLowerCase();
  const plain = SPECIAL_LETTERS[lower] ?? lower.normalize('NFD').charAt(0);
  return /^[a-z0-9]+$/.test(plain) ? plain : '';
}

/** The plain letters or digit of a character; empty if it separates words. */
export const plainLetters = (code: number): string => (code < TABLE_SIZE ? (PLAIN_LETTERS[code] as string) : '');

/** A combining accent belongs to its word and adds nothing to it. */
export const isLooseAccent = (code: number): boolean => code >= 0x300 && code <= 0x36f;

const SPELLINGS = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['saints', 'sts'],
  ['lez', 'les'],
]);

/** One spelling for words with several. */
export const oneSpelling = (word: string): string => SPELLINGS.get(word) ?? word;

export function normaliseName(name: string): string {
  let normalised = '';
  let word = '';
  for (let at = 0; at <= name.length; at++) {
    const code = at < name.length ? name.charCodeAt(at) : 0;
    const letters = plainLetters(code);
    if (letters !== '') word += letters;
    else if (word !== '' && !isLooseAccent(code)) {
      normalised += normalised === '' ? oneSpelling(word) : ` ${oneSpelling(word)}`;
      word = '';
    }
  }
  return normalised;
}

const ARTICLES = new Set(['le', 'la', 'les', 'l']);

/** "le mans" is also found as "mans". Undefined if the name has no article, or is nothing but one. */
export function withoutArticle(normalised: string): string | undefined {
  const space = normalised.indexOf(' ');
  return space > 0 && ARTICLES.has(normalised.slice(0, space)) ? normalised.slice(space + 1) : undefined;
}
