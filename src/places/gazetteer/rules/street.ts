import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Coordinates, Place } from '../../place.ts';
import { isLink } from '../address.ts';
import type { FoundName } from '../names.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import {
  hasNumber,
  lengthKm,
  pointOfNumber,
  pointWithoutNumber,
  type Street,
  streetsIn,
  streetWords,
} from '../streets.ts';
import type { Word } from '../words.ts';
import { cityOf, isInOtherDistrict, middleOfDistrict, saysDistrict } from './district.ts';

// A street this far from the middle of the postcode is another one of its name.
const POSTCODE_KM = 4;
// Without a house number, the price of a ride from the middle of a longer street may be euros off.
const LONG_STREET_KM = 1.5;
// No name in the table has more words that count.
const MAX_WORDS = 6;

// Houses have few letters; "16e" is a district, "14h" a time and "200 m" a distance.
const AFTER_NUMBER = /^(?:bis|ter|quater|quinquies)?[a-dfg]?$/;

/** A main street of the town at its house number; of a famous street, without a town. */
export function placeStreet(town: number | undefined, parsed: ParsedAddress): Place | undefined {
  const streets = streetsIn(town === undefined ? undefined : townName(town, parsed));
  const found = streets && findStreet(parsed, streets);
  if (!found) return undefined;
  const { street, written } = found;
  const number = numberOn(street, written);
  const middle = middleOfDistrict(town, parsed);
  const toDistrict = middle && ((point: Coordinates) => greatCircleKm(point, middle));
  const point = number === undefined ? pointWithoutNumber(street, toDistrict) : pointOfNumber(street, number);
  if (toDistrict && toDistrict(point) > POSTCODE_KM) return undefined;
  const assumed = town === undefined && { assumedTown: street.town };
  const place: Place = { label: streetLabel(street, number), ...point, precision: 'address', ...assumed };
  const isPartial = number !== written || isInOtherDistrict(point, town, parsed);
  if (isPartial) return { ...place, isPartial };
  const isLongStreet = number === undefined && !saysDistrict(parsed) && lengthKm(street) > LONG_STREET_KM;
  return isLongStreet ? { ...place, isLongStreet } : place;
}

/** A number that the street cannot have is a typing error, and says nothing about where on it the house is. */
export const numberOn = (street: Street, written: number | undefined): number | undefined =>
  written !== undefined && hasNumber(street, written) ? written : undefined;

const townName = (town: number, { gazetteer: { towns } }: ParsedAddress): string => towns.name(cityOf(town, towns));

export const streetLabel = ({ name, town }: Street, number?: number): string =>
  number === undefined ? `${name}, ${town}` : `${number} ${name}, ${town}`;

/** The first street that the words name, by its longest name. */
function findStreet(parsed: ParsedAddress, streets: ReadonlyMap<string, Street>) {
  const { words } = parsed.address;
  for (let start = 0; start < words.length; start++) {
    if (isLink((words[start] as Word).text)) continue;
    for (let end = endOfPart(words, start); end > start; end--) {
      const street = streets.get(keyAt(words, start, end));
      if (street) return { street, written: numberBeside(parsed, start, end) };
    }
  }
  return undefined;
}

const keyAt = (words: readonly Word[], start: number, end: number): string =>
  streetWords(words.slice(start, end).map(({ text }) => text)).join(' ');

/** "133 Champs-Élysées Paris": with a house number, a famous street is meant, not the place of that name. */
export function isHouseOnStreet(parsed: ParsedAddress, { start, end }: Pick<FoundName, 'start' | 'end'>): boolean {
  const isFamous = (last: number) => streetsIn(undefined)?.has(keyAt(parsed.address.words, start, last));
  for (let last = end; last > start; last--) if (isFamous(last)) return numberBeside(parsed, start, last) !== undefined;
  return false;
}

/** The house number before or after the words of a street. */
function numberBeside({ address: { words }, evidence }: ParsedAddress, start: number, end: number): number | undefined {
  const { postcodeAt, unknownPostcodeAt } = evidence;
  const numbers = words.map((word, at) =>
    at === postcodeAt || at === unknownPostcodeAt ? undefined : houseNumber(word),
  );
  return numberBefore(numbers, words, start) ?? numberAfter(numbers, words, end);
}

/** As far as a name can reach. */
function endOfPart(words: readonly Word[], start: number): number {
  let end = start;
  let counted = 0;
  while (words[end]?.part === words[start]?.part && counted < MAX_WORDS) {
    if (!isLink((words[end] as Word).text)) counted++;
    end++;
  }
  return end;
}

/** "12 bis rue", "12, rue", "12 La Canebière". */
function numberBefore(
  numbers: readonly (number | undefined)[],
  words: readonly Word[],
  start: number,
): number | undefined {
  let at = start - 1;
  while (words[at]?.part === words[start]?.part && isLink(words[at]?.text ?? '')) at--;
  while (isAfterNumber(words[at]) && words[at - 1]?.part === words[at]?.part) at--;
  const isOwnPart = words[at]?.part !== words[at - 1]?.part;
  const isNear = words[at]?.part === words[start]?.part || isOwnPart;
  return isNear ? numbers[at] : undefined;
}

/** "rue de Rivoli 12". */
const numberAfter = (numbers: readonly (number | undefined)[], words: readonly Word[], end: number) =>
  words[end]?.part === words[end - 1]?.part ? numbers[end] : undefined;

const isAfterNumber = (word: Word | undefined): boolean => word !== undefined && AFTER_NUMBER.test(word.text);

/** "12", "12b", "12bis". */
function houseNumber({ text }: Word): number | undefined {
  const [, digits, suffix = ''] = /^(\d+)([a-z]*)$/.exec(text) ?? [];
  return digits !== undefined && AFTER_NUMBER.test(suffix) ? Number(digits) : undefined;
}
