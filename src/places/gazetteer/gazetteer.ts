import { readFileSync } from 'node:fs';
import { greatCircleKm } from '../embedded/greatCircle.ts';
import type { Coordinates } from '../place.ts';
import type { IndexFile } from './indexFile.ts';
import { type Meaning, nameEverything } from './meanings.ts';
import { populationGrid } from './populationGrid.ts';
import { readTowns, type Towns } from './towns.ts';

export interface ForeignCity extends Coordinates {
  name: string;
  population: number;
  country: number;
}

export interface ListedAirport extends Coordinates {
  iata: string;
  name: string;
}

/** Everything the embedded geocoder knows, for lookup by name, word by word. */
export interface Gazetteer {
  towns: Towns;
  departments: { codes: readonly string[]; names: readonly string[] };
  countryLabels: readonly string[];
  countryCodes: readonly string[];
  city(row: number): ForeignCity;
  airport(row: number): ListedAirport;
  airportByCode(code: string): ListedAirport | undefined;
  /** What a normalised name may mean. */
  meaningOf(name: string): Meaning | undefined;
  /** The names that begin with these letters, of which there must be two. */
  namesFrom(beginning: string): string[];
  /** How many words the longest name beginning with this one has; 0 if there is none. */
  longestNameFrom(word: string): number;
  /** Whether a city of the country is this near. */
  isNearCountry(point: Coordinates, country: number, withinKm: number): boolean;
  /** Inhabitants of the French communes and larger towns of neighbouring countries whose centre is within this distance. */
  populationWithin(point: Coordinates, km: number): number;
}

export function loadGazetteer(file: string | URL): Gazetteer {
  const index = JSON.parse(readFileSync(file, 'utf8')) as IndexFile;
  const towns = readTowns(index.towns, index.departments.codes);
  const { meanings, longest } = nameEverything(index, towns);
  const { cities, airports } = index;
  const degrees = (column: number[], row: number) => (column[row] ?? 0) / 10_000;
  const city = (row: number): ForeignCity => ({
    name: cities.names[row] ?? '',
    population: cities.populations[row] ?? 0,
    country: cities.countries[row] ?? -1,
    lat: degrees(cities.latE4, row),
    lng: degrees(cities.lngE4, row),
  });
  const airport = (row: number): ListedAirport => ({
    iata: airports.iata[row] ?? '',
    name: airports.names[row] ?? '',
    lat: degrees(airports.latE4, row),
    lng: degrees(airports.lngE4, row),
  });
  const airportRows = new Map(airports.iata.map((code, row) => [code.toLowerCase(), row]));
  return {
    towns,
    departments: index.departments,
    countryLabels: index.countries.labels,
    countryCodes: index.countries.codes,
    city,
    airport,
    airportByCode: (code) => {
      const row = airportRows.get(code);
      return row === undefined ? undefined : airport(row);
    },
    meaningOf: (name) => meanings.get(name),
    namesFrom: namesByBeginning(meanings),
    longestNameFrom: (word) => longest.get(word) ?? 0,
    isNearCountry: (point, country, withinKm) =>
      cities.countries.some((other, row) => other === country && greatCircleKm(point, city(row)) <= withinKm),
    populationWithin: populationGrid(towns, citiesAround(cities)),
  };
}

// Where chauffeurs drive; the grid of the whole world would take as long to make as all names of France.
const AROUND = { south: 41, north: 54, west: -6, east: 13 };

function citiesAround({ latE4, lngE4, populations }: IndexFile['cities']) {
  const found: { lat: number; lng: number; population: number }[] = [];
  for (const [row, population] of populations.entries()) {
    const [lat, lng] = [(latE4[row] ?? 0) / 10_000, (lngE4[row] ?? 0) / 10_000];
    const isAround = lat > AROUND.south && lat < AROUND.north && lng > AROUND.west && lng < AROUND.east;
    if (isAround) found.push({ lat, lng, population });
  }
  return found;
}

const LETTERS = 2;

/** Made when it is first needed: quotes and bookings look up complete names only. */
function namesByBeginning(meanings: ReadonlyMap<string, Meaning>): Gazetteer['namesFrom'] {
  const byLetters = new Map<string, string[]>();
  return (beginning) => {
    if (byLetters.size === 0)
      for (const name of meanings.keys()) {
        const letters = name.slice(0, LETTERS);
        const names = byLetters.get(letters);
        if (names) names.push(name);
        else byLetters.set(letters, [name]);
      }
    return (byLetters.get(beginning.slice(0, LETTERS)) ?? []).filter((name) => name.startsWith(beginning));
  };
}
