import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Coordinates, Place } from '../../place.ts';
import type { Evidence } from '../evidence.ts';
import type { Gazetteer } from '../gazetteer.ts';
import type { KnownPlace } from '../knownPlaces.ts';
import type { FoundName } from '../names.ts';

/** What the rest of an address says about a place: its town is near, is another, or is not named. */
export type Agreement = 'near' | 'far' | 'silent';

// A smaller town is more often a word of the address than its town.
const TELLING_POPULATION = 1_000;
const TELLING_CITY_POPULATION = 50_000;

// Airports are named after cities an hour away.
export const AIRPORT_NEAR_KM = 110;
// How far a place may be from the town named beside it: "Disneyland, Paris".
export const NEAR_KM = 40;
// Courmayeur is this far from Aosta, and Nice from Ventimiglia.
const BORDER_KM = 30;
// Of two places in one address the second says where the first is, as a quarter does; quarters are this wide.
const BESIDE_KM = 2;

/** Compares a place with the postcode and the towns named outside its own name. */
export function agreementWith(
  place: Coordinates,
  own: FoundName | undefined,
  withinKm: number,
  { names, evidence, gazetteer }: { names: FoundName[]; evidence: Evidence; gazetteer: Gazetteer },
): Agreement {
  const { towns } = gazetteer;
  const isNear = nearTo(place, withinKm);
  if (evidence.postcode) {
    return towns.withPostcode(evidence.postcode).some((row) => isNear(towns.point(row))) ? 'near' : 'far';
  }
  if (isOutside(place, own, withinKm, evidence, gazetteer)) return 'far';
  let agreement: Agreement = 'silent';
  for (const name of names.filter((each) => each !== own && isEvidence(each, own))) {
    const { meaning } = name;
    if (meansTown(name, isNear, gazetteer) || meaning.places.some(isNear)) return 'near';
    const cities = meaning.cities.map(gazetteer.city);
    const isTelling = meaning.towns.some((row) => towns.population(row) >= TELLING_POPULATION);
    const isTellingCity = name.isWholePart && cities.some(({ population }) => population >= TELLING_CITY_POPULATION);
    if (isTelling || isTellingCity || meaning.places.length > 0) agreement = 'far';
  }
  return agreement;
}

/** Whether a name in an address may say where another one is: at the end of a part, or before it, as in "Nantes gare nord". */
function isEvidence(name: FoundName, own: FoundName | undefined): boolean {
  if (own === undefined) return name.endsPart;
  const isFirst = name.start === 0;
  if (name.start < own.end && own.start < name.end) return isFirst; // of two that share words
  return name.endsPart || (isFirst && name.end === own.start && name.meaning.towns.length > 0);
}

/**
 * Whether a name says where the place is. Villages and other places are named like everything: the Élysée Montmartre is
 * not at the Élysée, and no part of Lille is called Saint-Sauveur because a village is. Nor is the Gare Saint-Paul the
 * main station of Lyon because a village of that name is near.
 */
export function saysWhere(name: FoundName, place: Place, gazetteer: Gazetteer): boolean {
  const { meaning } = name;
  if ((meaning.department >= 0 || meaning.country >= 0) && !name.isStationName) return true;
  const isAirport = place.precision === 'airport';
  const townReachKm = isAirport ? AIRPORT_NEAR_KM : name.isStationName ? BESIDE_KM : NEAR_KM;
  const isTownsPlace = nearTo(place, townReachKm);
  if (meansTown(name, isTownsPlace, gazetteer)) return true;
  if (isAirport && meaning.airports.map(gazetteer.airport).some(isTownsPlace)) return true;
  const reachKm = ({ kind }: KnownPlace) => (isAirport && kind === 'airport' ? AIRPORT_NEAR_KM : BESIDE_KM);
  const isBeside = (known: KnownPlace) => greatCircleKm(place, known) <= reachKm(known);
  return meaning.places.some(isBeside) || meaning.localPlaces.some(isBeside);
}

/** Whether the address names another country. Stations and airports on a border are those of both. */
export const isOutsideCountry = (place: Coordinates, { country }: Evidence, { isNearCountry }: Gazetteer): boolean =>
  country >= 0 && !isNearCountry(place, country, BORDER_KM);

type IsNear = (point: Coordinates) => boolean;

const nearTo =
  (place: Coordinates, withinKm: number): IsNear =>
  (point) =>
    greatCircleKm(place, point) <= withinKm;

/** Whether a town of that name is near. */
function meansTown({ meaning }: FoundName, isNear: IsNear, { towns, city }: Gazetteer): boolean {
  const rows = [...meaning.towns, ...meaning.bareTowns, ...meaning.shortTowns];
  return rows.some((row) => isNear(towns.point(row))) || meaning.cities.some((row) => isNear(city(row)));
}

function isOutside(
  place: Coordinates,
  own: FoundName | undefined,
  withinKm: number,
  evidence: Evidence,
  gazetteer: Gazetteer,
): boolean {
  const { department, departmentName } = evidence;
  const isSaid = department >= 0 && (departmentName === undefined || departmentName !== own);
  const isElsewhere = isSaid && !gazetteer.towns.isInDepartment(place, department, withinKm);
  return isElsewhere || isOutsideCountry(place, evidence, gazetteer);
}
