import { greatCircleKm } from '../embedded/greatCircle.ts';
import { type Geocoder, isCentre, isNamed, isPlace, type Place, type Unplaced } from '../place.ts';
import { readAddress } from './address.ts';
import { readEvidence } from './evidence.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type FoundName, findNames } from './names.ts';
import { normaliseName } from './normalise.ts';
import type { ParsedAddress } from './parsedAddress.ts';
import { NEAR_KM, saysWhere } from './rules/agreement.ts';
import { placeAirportByCode, placeAirportByTown, placeListedAirportByCode, refuseAirport } from './rules/airport.ts';
import { cityLabel, cityOverVillage, placeCity } from './rules/city.ts';
import { isContradicted, isNamedWithTown } from './rules/contradiction.ts';
import { placeCoordinates } from './rules/coordinates.ts';
import { placeAround, placeKnown } from './rules/knownPlace.ts';
import { placePostcode } from './rules/postcode.ts';
import { placeStation, saysStation, townsOfStations } from './rules/station.ts';
import { placeStreet } from './rules/street.ts';
import { type Candidate, CITY_POPULATION, findTown } from './rules/town.ts';
import { townLabel, townPlace } from './rules/townPlace.ts';
import { findSplitNames } from './splitNames.ts';
import { findUnknownWords, isStreetOfAssumedTown } from './unknownWords.ts';

// How far from the middle of its town a quarter may be, and from that of a commune in it an area that is in several.
const QUARTER_KM = 10;
const AREA_KM = 3;
// More would not help the client to choose.
const NAMED_HOMONYMS = 5;

export function createEmbeddedGeocoder(gazetteer: Gazetteer): Geocoder {
  return { place: async (address) => placeAddress(address, gazetteer) };
}

export function placeAddress(text: string, gazetteer: Gazetteer): Place | Unplaced {
  const literal = placeCoordinates(text);
  if (literal) return literal;
  const address = readAddress(text);
  const written = findNames(address, gazetteer);
  const names = [...written, ...findSplitNames(address, written, gazetteer)];
  const evidence = readEvidence(address, names, gazetteer);
  const parsed = { address, names, evidence, unknownWords: findUnknownWords(address, names, gazetteer), gazetteer };
  const strict = placeParsed(parsed);
  // A hotel that is nowhere else is near the place it is named after.
  const answer = isPlace(strict) ? strict : placeParsed({ ...parsed, unknownWords: [] });
  return isPlace(answer) && isPartial(answer, parsed) ? { ...answer, isPartial: true } : answer;
}

function isPartial(place: Place, parsed: ParsedAddress): boolean {
  const { address, names, gazetteer } = parsed;
  if (isCentre(place)) return false;
  if (isContradicted(place, parsed)) return true;
  if (!isNamed(place) && !isStreetOfAssumedTown(place)) return false;
  const there = names.filter((name) => saysWhere(name, place, gazetteer));
  const known = normaliseName(place.label).split(' ');
  // "terminal 2 E" is in the label as "2E".
  const isTerminal = (text: string) => text.length === 1 && known.at(-1)?.endsWith(text);
  return findUnknownWords(address, there, gazetteer, place).some(
    ({ text }) => !known.includes(text) && !isTerminal(text),
  );
}

/** The rules in order, from the least ambiguous to the most. */
function placeParsed(parsed: ParsedAddress): Place | Unplaced {
  return (
    placeAirportByCode(parsed) ??
    placeKnown(parsed) ??
    placeListedAirportByCode(parsed) ??
    placeAirportByTown(parsed) ??
    refuseAirport(parsed) ??
    (parsed.evidence.country >= 0 ? placeCity(parsed) : placeOnMap(parsed)) ??
    unknown(parsed)
  );
}

/** A house; or else the area or the town of the street, whichever says more. */
function placeOnMap(parsed: ParsedAddress): Place | Unplaced | undefined {
  const answer = placeInFrance(parsed) ?? placeStreet(undefined, parsed);
  if (answer && !(isPlace(answer) && isCentre(answer))) return answer;
  const area = placeAround(parsed);
  if (!area) return answer;
  const withinKm = isNamedWithTown(area) ? QUARTER_KM : AREA_KM;
  return answer && greatCircleKm(answer, area) > withinKm ? answer : { ...area, isPartial: true };
}

function placeInFrance(parsed: ParsedAddress): Place | Unplaced | undefined {
  const { evidence, gazetteer } = parsed;
  const verdict = findTown({ ...parsed, names: townsOfStations(parsed) });
  const { postcode } = evidence;
  if (verdict && 'town' in verdict) {
    const placed = placeTown(verdict.town, parsed);
    if (placed) return placed;
  }
  if (postcode !== undefined) {
    const [town] = gazetteer.towns.withPostcode(postcode);
    return foreignBeside(parsed) ?? placeStreet(town, parsed) ?? placePostcode(postcode, gazetteer.towns);
  }
  if (verdict && 'homonyms' in verdict) return homonyms(verdict.homonyms, parsed);
  return placeCity(parsed);
}

function placeTown(town: Candidate, parsed: ParsedAddress): Place | Unplaced | undefined {
  const { evidence, gazetteer, address } = parsed;
  const { towns } = gazetteer;
  const { postcode, unknownPostcode, unknownPostcodeAt } = evidence;
  if (unknownPostcode !== undefined && !town.isConfirmed && isBeside(town.name, unknownPostcodeAt)) {
    return { reason: `the postcode ${unknownPostcode} and ${townLabel(town.row, towns)} do not agree` };
  }
  if (postcode !== undefined && !town.isConfirmed) {
    if (!isSaidToBeThere(town, parsed)) return undefined;
    return { reason: `the postcode ${postcode} and ${townLabel(town.row, towns)} do not agree` };
  }
  if (!town.isConfirmed && !evidence.saysFrance) {
    const abroad = cityOverVillage(town.name, towns.population(town.row), parsed);
    if (abroad === 'certainly') return placeCity(parsed);
    if (abroad === 'perhaps') return homonyms([town], parsed);
  }
  if (saysStation(address)) return placeStation(town, parsed);
  return placeStreet(town.row, parsed) ?? townPlace(town, parsed);
}

/**
 * Whether a town that is not that of the postcode contradicts it. Not beside the postcode it is the name of a building or
 * a person, and only the postcode counts, unless it is a city far away.
 */
function isSaidToBeThere({ name, row }: Candidate, { evidence, gazetteer: { towns } }: ParsedAddress): boolean {
  const { postcode = '', postcodeAt } = evidence;
  if (name.isWholePart && isBeside(name, postcodeAt)) return true;
  const isFar = towns
    .withPostcode(postcode)
    .every((served) => greatCircleKm(towns.point(served), towns.point(row)) > NEAR_KM);
  if (!isFar || towns.population(row) < CITY_POPULATION) return false;
  return name.isWholePart || (name.endsPart && name.start === postcodeAt + 1);
}

const isBeside = ({ start, end }: FoundName, at: number): boolean => end === at || start === at + 1;

/** "20121 Milano": the number is a French postcode too, but the city beside it is not. */
function foreignBeside(parsed: ParsedAddress): Place | Unplaced | undefined {
  const { postcodeAt } = parsed.evidence;
  const beside = parsed.names.filter(
    (name) => name.isWholePart && name.meaning.cities.length > 0 && isBeside(name, postcodeAt),
  );
  return beside.length > 0 ? placeCity({ ...parsed, names: beside }) : undefined;
}

function homonyms(candidates: Candidate[], { gazetteer }: ParsedAddress): Unplaced {
  const [first] = candidates;
  const labels = [
    ...candidates.map(({ row }) => townLabel(row, gazetteer.towns)),
    ...(first?.name.meaning.cities ?? []).map((row) => cityLabel(gazetteer.city(row), gazetteer)),
  ];
  const named = [...new Set(labels)].slice(0, NAMED_HOMONYMS);
  const more = labels.length > named.length ? ' and others' : '';
  return { reason: `"${first?.name.text}" may be ${named.join(', ')}${more}; add the postcode` };
}

function unknown({ address, evidence, gazetteer }: ParsedAddress): Unplaced {
  if (evidence.country >= 0)
    return { reason: `no city is known by that name in ${gazetteer.countryLabels[evidence.country]}` };
  if (address.hasStreet) return { reason: 'its town was not understood; write it after a comma, with its postcode' };
  return { reason: 'no place is known by that name; add the town or its postcode' };
}
