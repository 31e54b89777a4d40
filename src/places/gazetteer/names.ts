import { type Address, isStreetWord, nameAt } from './address.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { Meaning } from './meanings.ts';
import type { Word } from './words.ts';

/** A name found in an address, and its context. */
export interface FoundName {
  meaning: Meaning;
  text: string;
  /** From this word to that one, exclusive. */
  start: number;
  end: number;
  part: number;
  /** Its part contains nothing else but numbers and words like "centre". */
  isWholePart: boolean;
  endsPart: boolean;
  /** The words before it are a street's name, without a comma between. */
  isAfterStreet: boolean;
  /** It is the name of a station: "Rhône" in "Gare du Rhône". */
  isStationName: boolean;
}

// Words that do not help to tell towns apart.
const FILLERS = new Set(
  `cedex france fr f a centre center ville village city downtown commune mairie arrondissement arrdt arr de d du gare sncf tgv ter station train
  railway bis departement dept`.split(/\s+/),
);
export const isFiller = (word: string): boolean => FILLERS.has(word) || isNumber(word);

/** A number, also "8e", "1er" and "3eme". */
export const isNumber = (word: string): boolean => word.charCodeAt(0) >= 48 && word.charCodeAt(0) <= 57;

/** The longest name from each word on; a name within a longer one is skipped: "Denis" in "Seine-Saint-Denis". */
export function findNames(address: Address, gazetteer: Gazetteer): FoundName[] {
  const { words } = address;
  const found: FoundName[] = [];
  let coveredUntil = 0;
  for (let start = 0; start < words.length; start++) {
    const word = words[start] as Word;
    if (word.isStreetName) continue;
    const partEnd = endOfPart(words, start);
    const furthest = Math.min(partEnd, start + gazetteer.longestNameFrom(word.text));
    for (let end = furthest; end > Math.max(start, coveredUntil); end--) {
      const text = nameAt(address, start, end);
      const meaning = gazetteer.meaningOf(text);
      const isMereStreetWord = end === start + 1 && isStreetWord(text) && !isAlone(words, start, end);
      if (meaning === undefined || isMereStreetWord) continue;
      found.push(describeName(words, start, end, partEnd, text, meaning));
      coveredUntil = end;
      break;
    }
  }
  return found;
}

/** The end of the part that a word is in. */
export function endOfPart(words: readonly Word[], start: number): number {
  let end = start + 1;
  while (words[end]?.part === words[start]?.part) end++;
  return end;
}

export function describeName(
  words: readonly Word[],
  start: number,
  end: number,
  partEnd: number,
  text: string,
  meaning: Meaning,
): FoundName {
  const { part, isAfterStreet, isStationName } = words[start] as Word;
  let last = end;
  while (last < partEnd && isFiller(words[last]?.text ?? '')) last++;
  const endsPart = last === partEnd;
  return {
    meaning,
    text,
    start,
    end,
    part,
    isAfterStreet,
    isStationName,
    endsPart,
    isWholePart: endsPart && isAlone(words, start, end),
  };
}

/** Whether the rest of the part, before and after it, is filler. */
function isAlone(words: readonly Word[], start: number, end: number): boolean {
  const part = words[start]?.part;
  for (let at = start - 1; words[at]?.part === part; at--) if (!isFiller(words[at]?.text ?? '')) return false;
  for (let at = end; words[at]?.part === part; at++) if (!isFiller(words[at]?.text ?? '')) return false;
  return true;
}
