import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Coordinates } from '../../place.ts';
import type { Evidence } from '../evidence.ts';
import type { Gazetteer } from '../gazetteer.ts';
import type { FoundName } from '../names.ts';
import type { Towns } from '../towns.ts';

/** What the rest of an address says about a place: its town is near, is another, or is not named. */
export type Agreement = 'near' | 'far' | 'silent';

// A smaller town is more often a word of the address than its town.
const TELLING_POPULATION = 1_000;
const TELLING_CITY_POPULATION = 50_000;

/** Compares a place with the postcode and the towns named outside its own name. */
export function agreementWith(
  place: Coordinates,
  own: FoundName | undefined,
  withinKm: number,
  { names, evidence, gazetteer }: { names: FoundName[]; evidence: Evidence; gazetteer: Gazetteer },
): Agreement {
  const { towns } = gazetteer;
  const isNear = (point: Coordinates) => greatCircleKm(place, point) <= withinKm;
  if (evidence.postcode) {
    return towns.withPostcode(evidence.postcode).some((row) => isNear(towns.point(row))) ? 'near' : 'far';
  }
  if (isOutsideDepartment(place, own, withinKm, evidence, towns)) return 'far';
  let agreement: Agreement = 'silent';
  for (const name of names) {
    if (name === own || !name.endsPart) continue;
    const { meaning } = name;
    const rows = [...meaning.towns, ...meaning.bareTowns, ...meaning.shortTowns];
    const cities = meaning.cities.map(gazetteer.city);
    const isNearby = rows.some((row) => isNear(towns.point(row))) || cities.some(isNear) || meaning.places.some(isNear);
    if (isNearby) return 'near';
    const isTelling = meaning.towns.some((row) => towns.population(row) >= TELLING_POPULATION);
    const isTellingCity = name.isWholePart && cities.some(({ population }) => population >= TELLING_CITY_POPULATION);
    if (isTelling || isTellingCity || meaning.places.length > 0) agreement = 'far';
  }
  return agreement;
}

function isOutsideDepartment(
  place: Coordinates,
  own: FoundName | undefined,
  withinKm: number,
  { department, departmentName }: Evidence,
  towns: Towns,
): boolean {
  const isSaid = department >= 0 && (departmentName === undefined || departmentName !== own);
  return isSaid && !towns.isInDepartment(place, department, withinKm);
}
