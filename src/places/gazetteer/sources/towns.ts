import type { Coordinates } from '../../place.ts';
import { PointOrigin } from '../indexFile.ts';
import { ISLAND_POINTS, VILLAGE_POINTS } from '../tables.ts';
import { fillPoints } from './fillPoints.ts';
import { type FrenchPlace, frenchPlaces, placeKey, pointFinder } from './frenchPlaces.ts';
import type { SourceCommune, Sources } from './packages.ts';
import type { Town } from './town.ts';

// Quarters of the biggest cities are named like towns elsewhere (Castellane, Thiers, Saint-Pierre …): they are no towns,
// and count only beside their city.
const MAX_PARENT_OF_QUARTERS = 250_000;
// Former communes have no population of their own; this ranks them behind any town of the same name.
const UNCOUNTED_POPULATION = 400;

const DISTRICT_POINT = /^(Paris|Lyon|Marseille) (\d\d)\b/;

/** Every French town with a point, communes first. */
export function frenchTowns(sources: Sources): Town[] {
  const inhabited = sources.communes.filter(({ codesPostaux, population }) => codesPostaux?.length && population);
  const communes = inhabited.filter(({ type }) => type === 'commune-actuelle');
  const places = frenchPlaces(sources);
  const keyOf = ({ departement = '', nom }: SourceCommune) => `${departement}/${placeKey(nom)}`;
  const communeKeys = new Set(communes.map(keyOf));
  const findPoint = pointFinder(places, communeKeys);
  const towns = communes.map((commune) => {
    const point = findPoint(commune.code, commune.nom, commune.departement ?? '');
    return townOf(commune, point);
  });
  place(towns, VILLAGE_POINTS, ({ name, department }) => `${name} ${department}`);
  fillPoints(towns, sources.epcis);
  // After the others are filled: an island is no neighbour for an average.
  place(towns, ISLAND_POINTS, ({ code }) => code);
  const byCode = new Map(towns.map((town) => [town.code, town]));
  return [
    ...towns.filter(({ point }) => point),
    ...districts(inhabited, places),
    ...parts(formerCommunes(sources.communes), places, byCode, communeKeys),
  ];
}

function place(towns: Town[], points: ReadonlyMap<string, Coordinates>, keyOf: (town: Town) => string): void {
  for (const town of towns) {
    const point = points.get(keyOf(town));
    if (point) Object.assign(town, { point, origin: PointOrigin.own });
  }
}

function townOf(commune: SourceCommune, point: FrenchPlace | undefined): Town {
  return {
    code: commune.code,
    name: commune.nom,
    population: commune.population ?? 0,
    department: commune.departement ?? '',
    postcodes: commune.codesPostaux ?? [],
    parentCode: commune.commune,
    district: 0,
    point: point && { lat: point.lat, lng: point.lng },
    origin: PointOrigin.own,
  };
}

function districts(communes: SourceCommune[], places: FrenchPlace[]): Town[] {
  const points = new Map<string, FrenchPlace>();
  for (const place of places) {
    const [, town, number] = DISTRICT_POINT.exec(place.name) ?? [];
    if (town) points.set(`${town} ${Number(number)}`, place);
  }
  return communes
    .filter(({ type }) => type === 'arrondissement-municipal')
    .map((commune) => {
      const [town = '', ordinal = ''] = commune.nom.split(' ');
      const district = Number.parseInt(ordinal, 10);
      return { ...townOf(commune, points.get(`${town} ${district}`)), district };
    })
    .filter(({ point }) => point);
}

/**
 * Three times the population of the commune is an error of the source, which lists a town of Guadeloupe under a village
 * of the Allier.
 */
const isBelievable = (place: FrenchPlace | undefined, parent: Town): place is FrenchPlace =>
  place !== undefined && place.population > 0 && place.population <= 3 * parent.population;

interface Quarter extends Coordinates {
  name: string;
  /** Its city's row. */
  town: number;
}

/** The named parts of the biggest cities, without their numbered districts. */
export function cityQuarters(sources: Sources, towns: Town[]): Quarter[] {
  const cities = new Map(
    towns.flatMap((town, row) => (town.population >= MAX_PARENT_OF_QUARTERS ? [[town.code, row] as const] : [])),
  );
  const townKeys = new Set(towns.map(({ department, name }) => `${department}/${placeKey(name)}`));
  return frenchPlaces(sources).flatMap(({ name, key, communeCode, department, lat, lng }) => {
    const town = cities.get(communeCode ?? '');
    if (town === undefined || DISTRICT_POINT.test(name) || townKeys.has(`${department}/${key}`)) return [];
    return { name: name.replace(`${towns[town]?.name} `, ''), lat, lng, town };
  });
}

const formerCommunes = (communes: SourceCommune[]) =>
  communes.filter(({ type }) => type === 'commune-deleguee' || type === 'commune-associee');

/** Former communes and named places within a commune, whose names people still use. */
function parts(
  former: SourceCommune[],
  places: FrenchPlace[],
  byCode: ReadonlyMap<string, Town>,
  communeKeys: ReadonlySet<string>,
): Town[] {
  const found = new Map<string, Town>();
  const add = (name: string, parent: Town | undefined, place: FrenchPlace | undefined) => {
    const key = `${parent?.code}/${placeKey(name)}`;
    const known = found.get(key);
    if (
      !parent?.point ||
      communeKeys.has(`${parent.department}/${placeKey(name)}`) ||
      known?.origin === PointOrigin.own
    )
      return;
    found.set(key, {
      ...parent,
      code: '',
      name,
      parentCode: parent.code,
      population: isBelievable(place, parent) ? place.population : UNCOUNTED_POPULATION,
      point: place ? { lat: place.lat, lng: place.lng } : parent.point,
      origin: place ? PointOrigin.own : PointOrigin.area,
    });
  };
  for (const { nom, chefLieu = '' } of former) add(nom, byCode.get(chefLieu), undefined);
  for (const place of places) {
    const parent = byCode.get(place.communeCode ?? '');
    if (parent && parent.population < MAX_PARENT_OF_QUARTERS) add(place.name, parent, place);
  }
  return [...found.values()];
}
