import { greatCircleKm } from '../../embedded/greatCircle.ts';
import { isNamed, type Place } from '../../place.ts';
import type { FoundName } from '../names.ts';
import { normaliseName } from '../normalise.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import { isOutsideCountry, NEAR_KM } from './agreement.ts';
import { cityOf, districtNamed, isInOtherDistrict } from './district.ts';

// Places on the edge of a town have the postcode of the next one, and its name.
const OTHER_TOWN_KM = 2;

/** Whether the address also names a country, a town or a district in which the place is not. */
export function isContradicted(place: Place, parsed: ParsedAddress): boolean {
  if (isOutsideCountry(place, parsed.evidence, parsed.gazetteer)) return true;
  if (place.precision === 'airport') return false; // it serves more than its town
  return isInOtherDistrict(place, districtNamed(parsed), parsed) || (isNamed(place) && isInOtherTown(place, parsed));
}

/** "Hôtel Martinez, 06000 Nice" is in Cannes. But of what is around a city, people say that it is there: "Stade de France, Paris". */
function isInOtherTown(place: Place, { names, evidence: { postcode }, gazetteer }: ParsedAddress): boolean {
  const { towns, meaningOf } = gazetteer;
  const kmTo = (row: number) => greatCircleKm(place, towns.point(row));
  const isNear = (row: number) => kmTo(row) <= NEAR_KM;
  const own = townsOfLabel(place, meaningOf).filter(isNear);
  const [home] = own;
  if (home === undefined) return false;
  const named = postcode === undefined ? townsNamed(place, names).filter(isNear) : towns.withPostcode(postcode);
  if (named.some((row) => own.includes(cityOf(row, towns)))) return false;
  const others = named.filter((row) => postcode !== undefined || towns.population(row) < towns.population(home));
  return others.length > 0 && others.every((row) => kmTo(row) > kmTo(home) + OTHER_TOWN_KM);
}

/** The towns that are named outside the place's own name. */
const townsNamed = ({ label }: Place, names: readonly FoundName[]): number[] =>
  names
    .filter(
      ({ endsPart, meaning }) =>
        endsPart && ![...meaning.places, ...meaning.localPlaces].some((known) => known.label === label),
    )
    .flatMap(({ meaning }) => meaning.towns);

/** "Cimiez (Nice)": of the parts of a town, the label says which. */
export const isNamedWithTown = ({ label }: Place): boolean => TOWN_IN_LABEL.test(label);

const TOWN_IN_LABEL = /^.+(?:, | \()([^()]+)\)?$/;

/** "Cannes" of "Hôtel Martinez, Cannes", and "Bordeaux" of "Place de la Bourse (Bordeaux)". */
function townsOfLabel({ label }: Place, meaningOf: ParsedAddress['gazetteer']['meaningOf']): number[] {
  const [, town = ''] = TOWN_IN_LABEL.exec(label) ?? [];
  const meaning = meaningOf(normaliseName(town));
  return [...(meaning?.towns ?? []), ...(meaning?.shortTowns ?? [])];
}
