import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Coordinates } from '../../place.ts';
import type { Address } from '../address.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import type { Towns } from '../towns.ts';

// Of 190 houses with their true postcode, none is more than 1.2 km nearer to the middle of another district; of 50 places,
// one is 1.7 km nearer, the Hôpital Édouard-Herriot in the long third district of Lyon.
const OTHER_DISTRICT_KM = 1.75;

/** Of a district, its town. */
export const cityOf = (town: number, towns: Towns): number => (towns.district(town) > 0 ? towns.parent(town) : town);

/** The middle of the district or postcode that the address names. */
export function middleOfDistrict(town: number | undefined, parsed: ParsedAddress): Coordinates | undefined {
  const { towns } = parsed.gazetteer;
  const { postcode } = parsed.evidence;
  const named = districtNamed(parsed);
  if (postcode !== undefined) return towns.postcodePoint(postcode) ?? towns.point(named ?? -1);
  const district = named !== undefined && towns.parent(named) === town ? named : town;
  return district !== undefined && towns.district(district) > 0 ? towns.point(district) : undefined;
}

/** The town of the postcode, or the district in words: "Lyon 7e". */
export function districtNamed({ address, evidence: { postcode }, gazetteer }: ParsedAddress): number | undefined {
  const { towns, meaningOf } = gazetteer;
  if (postcode !== undefined) return towns.withPostcode(postcode)[0];
  for (const [at, { text, isStreetName }] of address.words.entries()) {
    if (isStreetName) continue;
    for (const town of meaningOf(text)?.towns ?? []) {
      const districts = towns.districtsOf(town);
      const number = districts.size === 0 ? undefined : districtInWords(address, at, at + 1, districts.size);
      if (number !== undefined) return districts.get(number);
    }
  }
  return undefined;
}

export const saysDistrict = (parsed: ParsedAddress): boolean =>
  parsed.gazetteer.towns.district(districtNamed(parsed) ?? -1) > 0;

/** Whether another district of the town is so much nearer that the one in the address must be a mistake. */
export function isInOtherDistrict(point: Coordinates, town: number | undefined, parsed: ParsedAddress): boolean {
  const { towns } = parsed.gazetteer;
  const middle = middleOfDistrict(town, parsed);
  if (!middle || town === undefined) return false;
  const nearestKm = greatCircleKm(point, middle) - OTHER_DISTRICT_KM;
  return [...towns.districtsOf(cityOf(town, towns)).values()].some(
    (row) => greatCircleKm(point, towns.point(row)) < nearestKm,
  );
}

const ORDINAL = /^(\d{1,2})(e|er|eme|ieme|th|st|nd|rd|ere)?$/;
const DISTRICT_WORDS = new Set(['arrondissement', 'arrdt', 'arr', 'ardt', 'district']);
// Paris has twenty; Roman numerals after a town's name at the end of a part mean nothing else.
const ROMAN = ' i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');
const ROMAN_SUFFIX = /(?<=[ivx])(e|er|eme)$/;
const BETWEEN = new Set(['de', 'a', 'cedex']);

/** "Paris 8e", "Lyon 3", "8e arrondissement de Paris", "Paris Cedex 08", "Paris XVI". */
export function districtInWords({ words }: Address, start: number, end: number, count: number): number | undefined {
  const read = (at: number, mayBeBare: boolean): number | undefined => {
    const [, digits, suffix] = ORDINAL.exec(words[at]?.text ?? '') ?? [];
    const number = Number(digits);
    return number >= 1 && number <= count && (mayBeBare || suffix !== undefined) ? number : undefined;
  };
  const after = BETWEEN.has(words[end]?.text ?? '') ? end + 1 : end;
  // In its own part a bare number is a département, "(13)"; before other words it is a house number.
  const isSamePart = words[after]?.part === words[start]?.part;
  const endsPart = words[after + 1]?.part !== words[after]?.part || DISTRICT_WORDS.has(words[after + 1]?.text ?? '');
  const before = BETWEEN.has(words[start - 1]?.text ?? '') ? start - 2 : start - 1;
  const announced = words.findIndex(({ text }) => DISTRICT_WORDS.has(text));
  const roman = isSamePart && endsPart ? ROMAN.indexOf((words[after]?.text ?? '').replace(ROMAN_SUFFIX, '')) : -1;
  if (roman >= 1 && roman <= count) return roman;
  return read(after, isSamePart && endsPart) ?? (announced > 0 ? read(announced - 1, true) : read(before, false));
}
