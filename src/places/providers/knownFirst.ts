import { isStreetWord, readAddress } from '../gazetteer/address.ts';
import { type Geocoder, isPlace, type Place } from '../place.ts';

const KNOWN: ReadonlySet<Place['precision']> = new Set(['station', 'airport', 'place']);
const AFTER_NUMBER = new Set(['bis', 'ter', 'quater']);

/**
 * Looks for known stations, airports and places before it asks the others. Address bases do not have those, and answer
 * "Montparnasse" with a hamlet of that name.
 */
export function knownFirst(known: Geocoder, others: Geocoder): Geocoder {
  return {
    async place(address) {
      if (hasStreetNumber(address)) return others.place(address);
      const answer = await known.place(address);
      return isPlace(answer) && KNOWN.has(answer.precision) ? answer : others.place(address);
    },
  };
}

/**
 * "Hôtel Gare de Lyon, 2 rue Abel, Paris" has a street number, which an address base finds and which is more exact than
 * the station.
 */
function hasStreetNumber(address: string): boolean {
  const words = readAddress(address).words.map(({ text }) => text);
  return words.some((word, at) => {
    if (!isStreetWord(word)) return false;
    const before = words[at - 1] ?? '';
    return /^\d+[a-z]?$/.test(AFTER_NUMBER.has(before) ? (words[at - 2] ?? '') : before);
  });
}
