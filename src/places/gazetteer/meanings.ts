import { greatCircleKm } from '../embedded/greatCircle.ts';
import type { Coordinates } from '../place.ts';
import type { IndexFile } from './indexFile.ts';
import { KNOWN_AIRPORTS, KNOWN_PLACES, type KnownPlace, spellingsOf } from './knownPlaces.ts';
import { normaliseName, withoutArticle } from './normalise.ts';
import { shortNameOf } from './shortName.ts';
import { CITY_NAMES } from './tables.ts';
import type { Towns } from './towns.ts';

/** Everything that one name may mean. Towns, cities and airports are rows of the gazetteer's tables. */
export interface Meaning {
  towns: number[];
  /** Their name without its article: "Mans". */
  bareTowns: number[];
  /** The beginning of their name: "Aulnay". */
  shortTowns: number[];
  places: KnownPlace[];
  /** Has this name only beside a town. */
  localPlaces: KnownPlace[];
  airports: number[];
  cities: number[];
  department: number;
  country: number;
}

type Lists = 'towns' | 'bareTowns' | 'shortTowns' | 'airports' | 'cities';

// Most lists of most names are empty and share one array.
const NONE: never[] = [];

// Below this, hardly anybody abbreviates a town's name, and villages would crowd out the towns meant.
const SHORT_NAME_POPULATION = 3_500;

const BESIDE_AIRPORT_KM = 5;
const AIRPORTS_BY_NAME = new Map<string, KnownPlace[]>();
for (const airport of KNOWN_AIRPORTS)
  for (const name of airport.names.map(normaliseName))
    AIRPORTS_BY_NAME.set(name, [...(AIRPORTS_BY_NAME.get(name) ?? []), airport]);

export function nameEverything(index: IndexFile, towns: Towns) {
  const meanings = new Map<string, Meaning>();
  const longest = new Map<string, number>();
  const meaning = (name: string): Meaning => {
    const known = meanings.get(name);
    if (known) return known;
    const fresh: Meaning = {
      towns: NONE,
      bareTowns: NONE,
      shortTowns: NONE,
      places: NONE,
      localPlaces: NONE,
      airports: NONE,
      cities: NONE,
      department: -1,
      country: -1,
    };
    meanings.set(name, fresh);
    noteLength(longest, name);
    return fresh;
  };
  const add = (name: string, list: Lists, row: number) => {
    if (name === '') return;
    const entry = meaning(name);
    if (entry[list] === NONE) entry[list] = [row];
    else if (!entry[list].includes(row)) entry[list].push(row);
  };
  nameTowns(towns, add);
  nameCities(index, add);
  nameAirports(index, add, (name) => isTownOrCity(meanings.get(name)));
  for (const [row, name] of index.departments.names.entries()) {
    for (const written of departmentNames(name)) meaning(written).department = row;
  }
  for (const [row, names] of index.countries.names.entries()) for (const name of names) meaning(name).country = row;
  for (const place of KNOWN_PLACES) {
    for (const name of place.names.flatMap(spellingsOf)) addPlace(meaning(name), 'places', place);
    for (const name of place.localNames.flatMap(spellingsOf)) addPlace(meaning(name), 'localPlaces', place);
  }
  for (const place of quartersOf(index, towns)) {
    for (const name of place.localNames.flatMap(spellingsOf)) addPlace(meaning(name), 'localPlaces', place);
  }
  return { meanings, longest };
}

const quartersOf = ({ quarters }: IndexFile, towns: Towns): KnownPlace[] =>
  quarters.names.map((name, row) => ({
    label: `${name}, ${towns.name(quarters.towns[row] ?? -1)}`,
    kind: 'place',
    isArea: true,
    lat: (quarters.latE4[row] ?? 0) / 10_000,
    lng: (quarters.lngE4[row] ?? 0) / 10_000,
    names: [],
    localNames: [name],
  }));

const isTownOrCity = (known: Meaning | undefined): boolean =>
  known !== undefined && known.towns.length + known.shortTowns.length + known.cities.length > 0;

/** "Réunion" and "Reunion Island" are said as often as "La Réunion". */
function departmentNames(name: string): string[] {
  const written = normaliseName(name);
  const bare = withoutArticle(written);
  return bare ? [written, bare, `ile de ${written}`, `ile ${bare}`, `${bare} island`] : [written];
}

type Add = (name: string, list: Lists, row: number) => void;

function noteLength(longest: Map<string, number>, name: string): void {
  let space = name.indexOf(' ');
  const first = space < 0 ? name : name.slice(0, space);
  let words = 1;
  for (; space >= 0; space = name.indexOf(' ', space + 1)) words++;
  if (words > (longest.get(first) ?? 0)) longest.set(first, words);
}

function addPlace(entry: Meaning, list: 'places' | 'localPlaces', place: KnownPlace): void {
  if (entry[list] === NONE) entry[list] = [place];
  else if (!entry[list].includes(place)) entry[list].push(place);
}

function nameTowns(towns: Towns, add: Add): void {
  for (let row = 0; row < towns.count; row++) {
    const name = normaliseName(towns.name(row));
    add(name, 'towns', row);
    const bare = withoutArticle(name);
    if (bare) add(bare, 'bareTowns', row);
    const short = towns.parent(row) < 0 ? shortNameOf(name) : undefined;
    const isKnown = towns.population(row) >= SHORT_NAME_POPULATION;
    if (short && (isKnown || isBesideAirportOf(short, towns.point(row)))) add(short, 'shortTowns', row);
  }
}

/** Roissy-en-France is small, but gives its airport the name. */
export const isBesideAirportOf = (name: string, point: Coordinates): boolean =>
  (AIRPORTS_BY_NAME.get(name) ?? []).some((airport) => greatCircleKm(airport, point) <= BESIDE_AIRPORT_KM);

function nameCities({ cities, countries }: IndexFile, add: Add): void {
  for (const [row, name] of cities.names.entries()) {
    const country = countries.codes[cities.countries[row] ?? -1];
    add(normaliseName(name), 'cities', row);
    for (const other of CITY_NAMES.get(`${name} ${country}`) ?? []) add(normaliseName(other), 'cities', row);
  }
}

/** "Grenoble-Isère Airport" at "Saint-Étienne-de-Saint-Geoirs" is named Grenoble; "Biarritz/Anglet/Bayonne" by each. */
function nameAirports({ airports }: IndexFile, add: Add, isPlace: (name: string) => boolean): void {
  const otherNames = new Map([...CITY_NAMES].map(([city, names]) => [normaliseName(city.slice(0, -3)), names]));
  for (const [row, name] of airports.names.entries()) {
    const proper = name.replace(/\b(international )?airport\b|\ba[eé]rodrome d[e']/gi, '');
    add(normaliseName(proper), 'airports', row);
    // Only if it is a place: airports are named after people too, and "Félix" is none.
    const first = normaliseName(proper.split('-')[0] ?? '');
    if (isPlace(first)) add(first, 'airports', row);
    for (const town of (airports.towns[row] ?? '').split('/')) {
      add(normaliseName(town), 'airports', row);
      for (const other of otherNames.get(normaliseName(town)) ?? []) add(normaliseName(other), 'airports', row);
    }
  }
}
