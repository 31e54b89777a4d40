import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Coordinates, Place } from '../../place.ts';
import { isLink } from '../address.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import { hasNumber, pointOfNumber, pointWithoutNumber, type Street, streetsIn, streetWords } from '../streets.ts';
import type { Towns } from '../towns.ts';
import type { Word } from '../words.ts';

// A street this far from the middle of the postcode is another one of its name.
const POSTCODE_KM = 4;
// No name in the table has more words that count.
const MAX_WORDS = 6;

// Of 190 houses with their true postcode, none is more than 1.2 km nearer to the middle of another district.
const OTHER_DISTRICT_KM = 1.5;

const AFTER_NUMBER = /^(?:bis|ter|quater|quinquies)?[a-z]?$/;

/** A main street of the town at its house number; of a famous street, without a town. */
export function placeStreet(town: number | undefined, parsed: ParsedAddress): Place | undefined {
  const streets = streetsIn(town === undefined ? undefined : townName(town, parsed));
  const found = streets && findStreet(parsed, streets);
  if (!found) return undefined;
  const { street, written } = found;
  const number = numberOn(street, written);
  const district = middleOfDistrict(town, parsed);
  const toDistrict = district && ((point: Coordinates) => greatCircleKm(point, district));
  const point = number === undefined ? pointWithoutNumber(street, toDistrict) : pointOfNumber(street, number);
  if (toDistrict && toDistrict(point) > POSTCODE_KM) return undefined;
  const assumed = town === undefined && { assumedTown: street.town };
  const place: Place = { label: streetLabel(street, number), ...point, precision: 'address', ...assumed };
  const isPartial = number !== written || (toDistrict && isInOtherDistrict(point, toDistrict(point), town, parsed));
  return isPartial ? { ...place, isPartial } : place;
}

/** Whether another district of the town is so much nearer that the one in the address must be a mistake. */
function isInOtherDistrict(
  point: Coordinates,
  districtKm: number,
  town: number | undefined,
  { gazetteer: { towns } }: ParsedAddress,
): boolean {
  const districts = town === undefined ? [] : towns.districtsOf(cityOf(town, towns)).values();
  return [...districts].some((row) => greatCircleKm(point, towns.point(row)) + OTHER_DISTRICT_KM < districtKm);
}

/** A number that the street cannot have is a typing error, and says nothing about where on it the house is. */
export const numberOn = (street: Street, written: number | undefined): number | undefined =>
  written !== undefined && hasNumber(street, written) ? written : undefined;

const townName = (town: number, { gazetteer: { towns } }: ParsedAddress): string => towns.name(cityOf(town, towns));

/** Of a district, its town. */
const cityOf = (town: number, towns: Towns): number => (towns.district(town) > 0 ? towns.parent(town) : town);

/** The middle of the district or postcode that the address names. */
function middleOfDistrict(
  town: number | undefined,
  { evidence: { postcode }, gazetteer: { towns } }: ParsedAddress,
): Coordinates | undefined {
  if (postcode !== undefined) {
    const [served = -1] = towns.withPostcode(postcode);
    return towns.postcodePoint(postcode) ?? towns.point(served);
  }
  return town !== undefined && towns.district(town) > 0 ? towns.point(town) : undefined;
}

export const streetLabel = ({ name, town }: Street, number?: number): string =>
  number === undefined ? `${name}, ${town}` : `${number} ${name}, ${town}`;

/** The first street that the words name, by its longest name. */
function findStreet({ address: { words }, evidence }: ParsedAddress, streets: ReadonlyMap<string, Street>) {
  const { postcodeAt, unknownPostcodeAt } = evidence;
  const numbers = words.map((word, at) =>
    at === postcodeAt || at === unknownPostcodeAt ? undefined : houseNumber(word),
  );
  for (let start = 0; start < words.length; start++) {
    if (isLink((words[start] as Word).text)) continue;
    for (let end = endOfPart(words, start); end > start; end--) {
      const street = streets.get(streetWords(words.slice(start, end).map(({ text }) => text)).join(' '));
      if (street) return { street, written: numberBefore(numbers, words, start) ?? numberAfter(numbers, words, end) };
    }
  }
  return undefined;
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
