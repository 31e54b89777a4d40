import type { Place, Unplaced } from '../../place.ts';
import type { ForeignCity } from '../gazetteer.ts';
import type { FoundName } from '../names.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import { CITY_NAMES } from '../tables.ts';

// Among other words a foreign city must be big; if its country is named, any size will do.
const BIG_CITY_POPULATION = 100_000;
const CLEAR_LEAD_FACTOR = 3;
// "Cologne" is a village in the Gers and a city of a million on the Rhine.
const CERTAINLY_MEANT_FACTOR = 100;
const PERHAPS_MEANT_FACTOR = 10;
const KNOWN_TOWN_POPULATION = 5_000;

interface FoundCity extends ForeignCity {
  name: string;
  foundAs: FoundName;
}

export function placeCity(parsed: ParsedAddress): Place | Unplaced | undefined {
  const { evidence, gazetteer } = parsed;
  const cities = citiesNamed(parsed).sort((one, other) => other.population - one.population);
  const [best, ...rest] = cities;
  if (!best) return undefined;
  const rival = rest.find(
    ({ foundAs, population }) => foundAs === best.foundAs && population * CLEAR_LEAD_FACTOR > best.population,
  );
  if (rival && evidence.country < 0) {
    const list = [best, rival].map((city) => cityLabel(city, gazetteer));
    return { reason: `"${best.foundAs.text}" is the name of several cities: ${list.join('; ')}; add the country` };
  }
  return { label: cityLabel(best, gazetteer), lat: best.lat, lng: best.lng, precision: 'city' };
}

function citiesNamed({ names, evidence, gazetteer }: ParsedAddress): FoundCity[] {
  return names.flatMap((foundAs) => {
    if (foundAs.isAfterStreet && !foundAs.endsPart) return [];
    return foundAs.meaning.cities
      .map((row) => ({ ...gazetteer.city(row), foundAs }))
      .filter(({ population, country }) => {
        if (evidence.country >= 0) return country === evidence.country;
        return foundAs.isWholePart || (foundAs.endsPart && population >= BIG_CITY_POPULATION);
      });
  });
}

export function cityLabel(
  { name, country }: ForeignCity,
  { countryLabels, countryCodes }: ParsedAddress['gazetteer'],
): string {
  const [shown = name] = CITY_NAMES.get(`${name} ${countryCodes[country]}`) ?? [];
  const land = countryLabels[country] ?? '';
  return shown === land ? shown : `${shown}, ${land}`;
}

/** Whether a foreign city of the same name is meant rather than a French village: yes, perhaps or no. */
export function cityOverVillage(
  name: FoundName,
  population: number,
  { gazetteer }: ParsedAddress,
): 'certainly' | 'perhaps' | 'no' {
  if (population >= KNOWN_TOWN_POPULATION) return 'no';
  const largest = Math.max(0, ...name.meaning.cities.map((row) => gazetteer.city(row).population));
  if (largest >= population * CERTAINLY_MEANT_FACTOR) return 'certainly';
  return largest >= population * PERHAPS_MEANT_FACTOR ? 'perhaps' : 'no';
}
