import { isStreetWord, readAddress } from '../gazetteer/address.ts';
import { type Geocoder, isPlace, type Place } from '../place.ts';

const KNOWN: ReadonlySet<Place['precision']> = new Set(['station', 'airport', 'place']);
const AFTER_NUMBER = new Set(['bis', 'ter', 'quater']);

/**
 * Asks for the stations, airports and places that are known by name before it asks the others. Address bases do not have
 * those, and answer "Montparnasse" with a hamlet that is called so.
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

/** "Hôtel Gare de Lyon, 2 rue Abel, Paris" has a door, which an address base finds and which is nearer than the station. */
function hasStreetNumber(address: string): boolean {
  const words = readAddress(address).words.map(({ text }) => text);
  return words.some((word, at) => {
    if (!isStreetWord(word)) return false;
    const before = words[at - 1] ?? '';
    return /^\d+[a-z]?$/.test(AFTER_NUMBER.has(before) ? (words[at - 2] ?? '') : before);
  });
}
