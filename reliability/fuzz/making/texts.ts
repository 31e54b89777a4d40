import type { Random } from '../../support/random.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,.-'];
const FRENCH = [...'éèêëàâçîïôùûœæÉÀÇ’ -'];
const SIGNS = [...'"\\/<>&\'`%$#{}[]();:?!*+=~|^_@\t\n'];
/** What breaks programs that count characters, lay them out or compare them. */
const ODD = [
  ...['🚕', '👩‍👩‍👧‍👦', '🇫🇷', '👍🏽', 'é', 'Z͑ͫ̓ͪ', 'ﷺ', 'שלום', 'مرحبا', '\u202e', '\u200b', '\u200d', '\ufeff'],
  ...['\u2028', '\u0085'],
  ...['ß', 'İ', 'ı', 'ǆ', 'ﬀ', '𝕳', '漢', '𠜎', '\uffff', '\u{10ffff}', '\u0001', '\u007f', '\u00a0', '\u3000'],
];
const ALPHABETS = [LETTERS, LETTERS, LETTERS, FRENCH, SIGNS, ODD];

/** Any text of so many code points that a caller may send. */
export function anyText(chance: Random, least: number, most: number): string {
  const wanted = lengthWithin(chance, least, most);
  const alphabet = chance.pick(ALPHABETS);
  const points: string[] = [];
  while (points.length < Math.min(wanted, LONGEST_PHRASE))
    points.push(...chance.pick(chance.happens(0.8) ? alphabet : LETTERS));
  while (points.length < wanted) points.push(...points); // what is longer says the same again
  return points.slice(0, wanted).join('');
}

const LONGEST_PHRASE = 100;

/** Mostly short, as callers write; at a bound now and then. */
function lengthWithin(chance: Random, least: number, most: number): number {
  if (chance.happens(0.05)) return least;
  if (chance.happens(0.02)) return most;
  return chance.between(least, Math.min(most, least + 30));
}

/** Text of a pattern of the one form the description uses: a class of characters and how many of them. */
export function textMatching(chance: Random, pattern: string): string {
  const [, characters, least, most] = /^\^\[([^\]]+)\]\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? [];
  if (characters === undefined) throw new Error(`no texts for the pattern ${pattern}: teach textMatching its form`);
  const alphabet = charactersOf(characters);
  const length = lengthWithin(chance, Number(least), Number(most ?? least));
  return Array.from({ length }, () => chance.pick(alphabet)).join('');
}

function charactersOf(characters: string): string[] {
  const ranges = characters.match(/[^-]-[^-]|./g) ?? [];
  return ranges.flatMap((range) => {
    if (range.length === 1) return [range];
    const [first, last] = [range.charCodeAt(0), range.charCodeAt(2)];
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
  });
}

/** An address that every mail program takes. */
export function email(chance: Random, most: number): string {
  const word = (length: number) => Array.from({ length }, () => chance.pick(LETTERS.slice(0, 26))).join('');
  const address = `${word(chance.between(1, 12))}${chance.pick(['', '.x', '+tag', '_'])}@${word(chance.between(1, 12))}.${word(2)}`;
  return address.slice(-most);
}

const A_DAY_MS = 86_400_000;
const OFFSETS = ['Z', 'z', '+00:00', '-05:30', '+02:00', '+14:00', '-12:00'];

/** A moment from tomorrow on, written in one of the ways RFC 3339 allows. */
export function futureDateTime(chance: Random, nowMs: number): string {
  const days = chance.pick([2, 10, 400, 20_000]);
  const moment = new Date(nowMs + A_DAY_MS * (1 + chance.next() * days)).toISOString();
  return moment.slice(0, chance.pick([19, 23])).replace(/Z$/, '') + chance.pick(OFFSETS);
}

export const anyDate = (chance: Random, nowMs: number): string =>
  new Date(nowMs + A_DAY_MS * chance.between(-500, 500)).toISOString().slice(0, 10);
