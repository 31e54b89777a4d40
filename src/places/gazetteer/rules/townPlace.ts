import type { Place } from '../../place.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import type { Towns } from '../towns.ts';
import { districtInWords } from './district.ts';
import type { Candidate } from './town.ts';

/** A town as the result: its district, if the address names it, with the precision of its point. */
export function townPlace({ row, name }: Candidate, { address, evidence, gazetteer: { towns } }: ParsedAddress): Place {
  const { postcode } = evidence;
  if (towns.district(row) > 0) return districtPlace(row, towns, postcode);
  const districts = towns.districtsOf(row);
  if (districts.size > 0) {
    const number = districtOf(row, towns, postcode) ?? districtInWords(address, name.start, name.end, districts.size);
    const district = number === undefined ? undefined : districts.get(number);
    if (district !== undefined) return districtPlace(district, towns, postcode);
  }
  const point = postcode && isLargestOf(postcode, row, towns) ? towns.postcodePoint(postcode) : undefined;
  if (point) return { label: townLabel(row, towns, postcode), ...point, precision: 'postcode' };
  const precision = towns.hasOwnPoint(row) ? 'commune' : 'postcode';
  const label = townLabel(row, towns, postcode);
  return { label: towns.isRough(row) ? `${label}, roughly` : label, ...towns.point(row), precision };
}

export function districtPlace(row: number, towns: Towns, postcode: string | undefined): Place {
  const point = (postcode && towns.postcodePoint(postcode)) || towns.point(row);
  return { label: townLabel(row, towns, postcode), ...point, precision: 'postcode' };
}

/** The hand-written points are in the big town of a postcode, not in the villages that share it. */
const isLargestOf = (postcode: string, row: number, towns: Towns): boolean =>
  towns.withPostcode(postcode).includes(row) &&
  towns.withPostcode(postcode).every((other) => towns.population(other) <= towns.population(row));

/**
 * "Roissy-en-France (95700)"; a former commune with its present one, "Seynod, Annecy (74600)"; a town of many districts
 * with the number of its département, since it has no single postcode: "Lyon (69)".
 */
export function townLabel(row: number, towns: Towns, postcode?: string): string {
  const postcodes = towns.postcodes(row);
  const main = towns.districtsOf(row).size > 0 ? postcodes.slice(0, 2) : mainPostcode(postcodes);
  const shown = postcode && postcodes.includes(postcode) ? postcode : main;
  return `${townName(row, towns)} (${shown})`;
}

function townName(row: number, towns: Towns): string {
  const name = towns.name(row);
  const parent = towns.parent(row);
  if (parent < 0 || towns.district(row) > 0) return name;
  // Many communes only made their name longer: Montreuil is now Montreuil-sur-Mer.
  return towns.name(parent).startsWith(name) ? towns.name(parent) : `${name}, ${towns.name(parent)}`;
}

/** Of several, the roundest: 06400 rather than 06150, which is that of a quarter. */
function mainPostcode(postcodes: string): string {
  const list = postcodes.split(' ');
  return list.find((postcode) => postcode.endsWith('00')) ?? (list[0] as string);
}

function districtOf(town: number, towns: Towns, postcode: string | undefined): number | undefined {
  if (postcode === undefined) return undefined;
  const row = towns.withPostcode(postcode).find((candidate) => towns.parent(candidate) === town);
  return row === undefined ? undefined : towns.district(row);
}
