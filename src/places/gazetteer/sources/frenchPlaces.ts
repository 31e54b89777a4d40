import type { Coordinates } from '../../place.ts';
import { normaliseName, withoutArticle } from '../normalise.ts';
import type { Sources } from './packages.ts';
import { pushTo } from './town.ts';

/** A French populated place of either package, with its commune if the source names it. */
export interface FrenchPlace extends Coordinates {
  name: string;
  key: string;
  communeCode: string | undefined;
  department: string;
  population: number;
}

// GeoNames lists the overseas parts of France under their own country codes.
export const FRENCH_COUNTRIES: ReadonlySet<string> = new Set([
  'FR',
  'RE',
  'GP',
  'MQ',
  'GF',
  'YT',
  'PF',
  'NC',
  'PM',
  'BL',
  'MF',
  'WF',
]);
// biome-ignore format: a table
const OVERSEAS_DEPARTMENTS: Record<string, string> = {
  RE: '974', GP: '971', MQ: '972', GF: '973', YT: '976', PF: '987', NC: '988', PM: '975', BL: '977', MF: '978', WF: '986',
};

export const placeKey = (name: string): string => {
  const key = normaliseName(name);
  return withoutArticle(key) ?? key;
};

/** "97411" is in 974, "2A004" in 2A, "69123" in 69. */
const departmentOf = (communeCode: string) => communeCode.slice(0, communeCode.startsWith('97') ? 3 : 2);

export function frenchPlaces({ places, points }: Pick<Sources, 'places' | 'points'>): FrenchPlace[] {
  const fromPlaces = places
    .filter(({ country }) => FRENCH_COUNTRIES.has(country))
    .map(({ name, country, muniSub, adminCode, population, loc: { coordinates } }): FrenchPlace => {
      const communeCode = muniSub ?? (country === 'YT' ? adminCode : undefined);
      const department = communeCode ? departmentOf(communeCode) : (OVERSEAS_DEPARTMENTS[country] ?? '75');
      const [lng, lat] = coordinates;
      return { name, key: placeKey(name), communeCode, department, population, lat, lng };
    });
  const fromPoints = points
    .filter(({ country }) => FRENCH_COUNTRIES.has(country))
    .map(({ name, lat, lng, country, admin2 }): FrenchPlace => {
      const department = OVERSEAS_DEPARTMENTS[country] ?? admin2;
      return { name, key: placeKey(name), communeCode: undefined, department, population: 0, lat: +lat, lng: +lng };
    });
  return [...fromPlaces, ...fromPoints];
}

/** Finds the point of a commune: its own by code and name, else one of its name in the département, else its largest place. */
export function pointFinder(places: FrenchPlace[], communeKeys: ReadonlySet<string>) {
  const byCode = new Map<string, FrenchPlace[]>();
  const byName = new Map<string, FrenchPlace[]>();
  for (const place of places) {
    if (place.communeCode) pushTo(byCode, place.communeCode, place);
    pushTo(byName, `${place.department}/${place.key}`, place);
  }
  return (code: string, name: string, department: string): FrenchPlace | undefined => {
    const key = placeKey(name);
    const inside = byCode.get(code) ?? [];
    const namesakes = byName.get(`${department}/${key}`) ?? [];
    const largest = inside
      .filter((place) => !communeKeys.has(`${department}/${place.key}`))
      .sort((one, other) => other.population - one.population)[0];
    return inside.find((place) => place.key === key) ?? namesakes[0] ?? largest;
  };
}
