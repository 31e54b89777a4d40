import { type AirportColumns, type CityColumns, type IndexFile, toE4 } from '../indexFile.ts';
import { normaliseName } from '../normalise.ts';
import { FRENCH_COUNTRIES } from './frenchPlaces.ts';
import type { SourceAirport, SourcePlace } from './packages.ts';

// Small towns matter where a chauffeur may drive from France in a day; further off, only cities.
// biome-ignore format: a table
const NEAR_COUNTRIES: Record<string, number> = {
  BE: 5_000, LU: 2_000, CH: 4_000, MC: 0, AD: 1_000, DE: 20_000, IT: 15_000, ES: 20_000, NL: 20_000, GB: 20_000,
};
const FAR_POPULATION = 100_000;
// Quarters of cities and abandoned places: "Paddington" is not a town.
const NO_TOWNS = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW']);

export function foreignCities(places: SourcePlace[]): Pick<IndexFile, 'cities' | 'countries'> {
  const chosen = places.filter(
    ({ country, population, featureCode }) =>
      !FRENCH_COUNTRIES.has(country) &&
      !NO_TOWNS.has(featureCode) &&
      population >= (NEAR_COUNTRIES[country] ?? FAR_POPULATION),
  );
  const codes = [...new Set(chosen.map(({ country }) => country))].sort();
  const rowOf = new Map(codes.map((code, row) => [code, row]));
  const cities: CityColumns = {
    names: chosen.map(({ name }) => name),
    latE4: chosen.map(({ loc }) => toE4(loc.coordinates[1])),
    lngE4: chosen.map(({ loc }) => toE4(loc.coordinates[0])),
    populations: chosen.map(({ population }) => population),
    countries: chosen.map(({ country }) => rowOf.get(country) ?? 0),
  };
  return { cities, countries: countryNames(codes) };
}

const BRITAIN = [
  'england',
  'angleterre',
  'scotland',
  'ecosse',
  'wales',
  'pays de galles',
  'grande bretagne',
  'great britain',
  'uk',
];
const MORE_NAMES: Record<string, string[]> = {
  GB: BRITAIN,
  US: ['usa', 'etats unis d amerique'],
  NL: ['hollande', 'holland'],
  CZ: ['republique tcheque'],
};

/** Countries in French, English and the languages of their neighbours: an address abroad ends with one of them. */
function countryNames(codes: string[]): IndexFile['countries'] {
  const languages = ['fr', 'en', 'de', 'it', 'es'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region' }),
  );
  const labels = codes.map((code) => languages[0]?.of(code) ?? code);
  const names = codes.map((code) => [
    ...new Set([...languages.map((language) => normaliseName(language.of(code) ?? code)), ...(MORE_NAMES[code] ?? [])]),
  ]);
  return { codes, labels, names };
}

/** All airports of Europe with a code, and the large ones elsewhere. */
export function airportsOf(airports: SourceAirport[]): AirportColumns {
  const chosen = airports.filter(
    ({ iata_code, continent, type, scheduled_service, name }) =>
      iata_code.length === 3 &&
      !/\bair base\b/i.test(name) &&
      (type === 'large_airport' || continent === 'EU' || (continent === 'AF' && scheduled_service === 'yes')),
  );
  return {
    iata: chosen.map(({ iata_code }) => iata_code),
    names: chosen.map(({ name }) => name),
    towns: chosen.map(({ municipality }) => municipality),
    latE4: chosen.map(({ latitude_deg }) => toE4(Number(latitude_deg))),
    lngE4: chosen.map(({ longitude_deg }) => toE4(Number(longitude_deg))),
  };
}
