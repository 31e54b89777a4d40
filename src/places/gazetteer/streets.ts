import { greatCircleKm } from '../embedded/greatCircle.ts';
import type { Coordinates } from '../place.ts';
import { isLink } from './address.ts';
import { coordinatesOf, rowsOf } from './knownPlaces.ts';
import { normaliseName } from './normalise.ts';

/** Where a house number is. */
interface Anchor extends Coordinates {
  number: number;
}

/** A main street of a big town. */
export interface Street {
  name: string;
  town: string;
  /** From the lowest number to the highest: one list, or two where odd and even numbers run apart. */
  sides: readonly (readonly Anchor[])[];
  /** Its name means this street to everybody, without a town. */
  isFamous: boolean;
}

// As riders abbreviate them, in both the table and the address.
const FULL_WORDS = new Map(
  Object.entries({
    ...{ r: 'rue', av: 'avenue', ave: 'avenue', pl: 'place', sq: 'square', rte: 'route', crs: 'cours', imp: 'impasse' },
    ...{ bd: 'boulevard', bld: 'boulevard', blvd: 'boulevard', bvd: 'boulevard', boul: 'boulevard' },
    ...{ all: 'allee', allees: 'allee', ch: 'chemin', che: 'chemin', chem: 'chemin', prom: 'promenade' },
    ...{ fg: 'faubourg', fbg: 'faubourg', fb: 'faubourg', gal: 'general', gen: 'general', mal: 'marechal' },
    ...{ pdt: 'president', pres: 'president', dr: 'docteur', pr: 'professeur', prof: 'professeur' },
    ...{ cdt: 'commandant', col: 'colonel', rep: 'republique' },
  }),
);

/** The words that tell streets apart: "boulevard haussmann" of "bd. Haussmann", "rue paix" of "rue de la Paix". */
export const streetWords = (words: readonly string[]): string[] =>
  words.filter((word) => !isLink(word)).map((word) => FULL_WORDS.get(word) ?? word);

const keyOf = (name: string): string => streetWords(normaliseName(name).split(' ')).join(' ');

/** A row is: town | street; other names | number latitude, longitude; number …. The name of a famous one begins with "*". */
function readStreets(): { key: string; street: Street }[] {
  return rowsOf('streets.psv').flatMap(([town = '', written = '', points = '']) => {
    const [name = '', ...others] = written.split(';').map((each) => each.replace('*', '').trim());
    const street = { name, town, sides: sidesOf(points, name), isFamous: written.startsWith('*') };
    return [name, ...others].map((each) => ({ key: keyOf(each), street }));
  });
}

/** The second side begins where the numbers begin again. */
function sidesOf(cell: string, name: string): Anchor[][] {
  const sides: Anchor[][] = [];
  let last = Number.POSITIVE_INFINITY;
  for (const written of cell.split(';')) {
    const [number = '', ...point] = written.trim().split(' ');
    const anchor = { number: Number(number), ...coordinatesOf(point.join(' '), name) };
    if (anchor.number < last) sides.push([]);
    sides.at(-1)?.push(anchor);
    last = anchor.number;
  }
  return sides;
}

export const STREETS = readStreets();

const byTown = new Map<string, Map<string, Street>>();
const famous = new Map<string, Street>();
for (const { key, street } of STREETS) {
  const town = normaliseName(street.town);
  byTown.set(town, (byTown.get(town) ?? new Map<string, Street>()).set(key, street));
  if (street.isFamous) famous.set(key, street);
}

/** The streets of a town by their words, or the famous ones of all. */
export const streetsIn = (town: string | undefined): ReadonlyMap<string, Street> | undefined =>
  town === undefined ? famous : byTown.get(normaliseName(town));

// The highest number of most streets in the table is rounded to tens (202 of 347), so there may be a few more houses. At
// the street's spacing, those of a tenth more are 100 m beyond the last known one (median; at most 370 m).
const ROUNDED_SHARE = 0.1;

/** Whether a street has a house of this number, as far as known. */
export function hasNumber(street: Street, number: number): boolean {
  const side = sideOf(street, number);
  const [lowest = 0, highest = 0] = [side[0]?.number, side.at(-1)?.number];
  return number >= lowest && number <= highest * (1 + ROUNDED_SHARE);
}

const sideOf = ({ sides }: Street, number: number): readonly Anchor[] =>
  sides.find(([first]) => ((first?.number ?? 0) - number) % 2 === 0) ?? (sides[0] as Anchor[]);

/** Between the two nearest known numbers of its side. */
export function pointOfNumber(street: Street, number: number): Coordinates {
  const side = sideOf(street, number);
  const below = side.findLast((anchor) => anchor.number <= number) ?? (side[0] as Anchor);
  const above = side.find((anchor) => anchor.number >= number) ?? below;
  const span = above.number - below.number;
  return between(below, above, span === 0 ? 0 : (number - below.number) / span);
}

/** Without a number: the middle of the street, or what is nearest to the district that the address names. */
export function pointWithoutNumber({ sides }: Street, distanceTo?: (point: Coordinates) => number): Coordinates {
  const side = sides[0] as Anchor[];
  const middle = between(side[0] as Anchor, side.at(-1) as Anchor, 0.5);
  if (distanceTo === undefined) return middle;
  const { lat, lng } = [...side, middle].reduce((best, point) => (distanceTo(point) < distanceTo(best) ? point : best));
  return { lat, lng };
}

export function lengthKm({ sides: [side = []] }: Street): number {
  const [first, last] = [side[0], side.at(-1)];
  return first && last ? greatCircleKm(first, last) : 0;
}

const between = (one: Coordinates, other: Coordinates, share: number): Coordinates => ({
  lat: round(one.lat + (other.lat - one.lat) * share),
  lng: round(one.lng + (other.lng - one.lng) * share),
});

const round = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
