import { type Address, nameAt } from './address.ts';
import type { Gazetteer } from './gazetteer.ts';
import { spellingsOf } from './knownPlaces.ts';
import { describeName, endOfPart, type FoundName, isFiller, isNumber } from './names.ts';
import type { Word } from './words.ts';

// The name of a smaller town may be a word of its own: "Château", "Cheval-Blanc".
const TOWN_POPULATION = 10_000;

/** Names of places whose town is written apart: "Ritz, 15 place Vendôme, 75001 Paris" has "Ritz Paris". */
export function findSplitNames(address: Address, found: readonly FoundName[], gazetteer: Gazetteer): FoundName[] {
  const { words } = address;
  const towns = found.filter(({ meaning, endsPart }) => endsPart && meaning.towns.length > 0);
  const split: FoundName[] = [];
  let partEnd = 0;
  for (let start = 0; start < words.length && towns.length > 0; start = partEnd) {
    partEnd = endOfPart(words, start);
    const end = endOfHead(words, start, partEnd);
    const apart = towns.filter((town) => town.start >= end);
    if (end === start || apart.length === 0) continue;
    const head = nameAt(address, start, end);
    if (isFiller(head) || isTown(head, gazetteer)) continue;
    for (const { text: town } of apart) {
      const text = [`${head} ${town}`, `${town} ${head}`].flatMap(spellingsOf).find((name) => isPlace(name, gazetteer));
      const meaning = text && gazetteer.meaningOf(text);
      if (meaning) split.push(describeName(words, start, end, partEnd, text, meaning));
    }
  }
  return split;
}

/** The end of the words that begin a part, before the first number. */
function endOfHead(words: readonly Word[], start: number, partEnd: number): number {
  let end = start;
  while (end < partEnd && !isNumber(words[end]?.text ?? '')) end++;
  return end;
}

const isTown = (name: string, { meaningOf, towns }: Gazetteer): boolean =>
  meaningOf(name)?.towns.some((row) => towns.population(row) >= TOWN_POPULATION) ?? false;

const isPlace = (name: string, { meaningOf }: Gazetteer): boolean => (meaningOf(name)?.places.length ?? 0) > 0;
