import type { Geocoder, Place, Unplaced } from '../place.ts';
import { readAddress } from './address.ts';
import { readEvidence } from './evidence.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type FoundName, findNames } from './names.ts';
import type { Reading } from './reading.ts';
import { placeAirportByCode, placeAirportByTown, placeListedAirportByCode, refuseAirport } from './rules/airport.ts';
import { cityLabel, cityOverVillage, placeCity } from './rules/city.ts';
import { placeCoordinates } from './rules/coordinates.ts';
import { placeKnown } from './rules/knownPlace.ts';
import { placePostcode } from './rules/postcode.ts';
import { placeStation, saysStation, townsOfStations } from './rules/station.ts';
import { type Candidate, findTown } from './rules/town.ts';
import { townLabel, townPlace } from './rules/townPlace.ts';

// More would not help the client to choose.
const NAMED_HOMONYMS = 5;

export function createEmbeddedGeocoder(gazetteer: Gazetteer): Geocoder {
  return { place: async (address) => placeAddress(address, gazetteer) };
}

/** The rules in order, from the least ambiguous to the most. */
function placeAddress(text: string, gazetteer: Gazetteer): Place | Unplaced {
  const literal = placeCoordinates(text);
  if (literal) return literal;
  const address = readAddress(text);
  const names = findNames(address, gazetteer);
  const evidence = readEvidence(address, names, gazetteer);
  const reading: Reading = { address, names, evidence, gazetteer };
  return (
    placeAirportByCode(reading) ??
    placeKnown(reading) ??
    placeListedAirportByCode(reading) ??
    placeAirportByTown(reading) ??
    refuseAirport(reading) ??
    (evidence.country >= 0 ? placeAbroad(reading) : placeInFrance(reading)) ??
    unknown(reading)
  );
}

function placeInFrance(reading: Reading): Place | Unplaced | undefined {
  const { evidence, gazetteer } = reading;
  const verdict = findTown({ ...reading, names: townsOfStations(reading) });
  const { postcode } = evidence;
  if (verdict && 'town' in verdict) {
    const placed = placeTown(verdict.town, reading);
    if (placed) return placed;
  }
  if (postcode !== undefined) return foreignBeside(reading) ?? placePostcode(postcode, gazetteer.towns);
  if (verdict && 'homonyms' in verdict) return homonyms(verdict.homonyms, reading);
  return placeCity(reading);
}

function placeTown(town: Candidate, reading: Reading): Place | Unplaced | undefined {
  const { evidence, gazetteer, address } = reading;
  const { towns } = gazetteer;
  const { postcode, postcodeAt, unknownPostcode, unknownPostcodeAt } = evidence;
  if (unknownPostcode !== undefined && !town.isConfirmed && isBeside(town.name, unknownPostcodeAt)) {
    return { reason: `the postcode ${unknownPostcode} and ${townLabel(town.row, towns)} do not agree` };
  }
  if (postcode !== undefined && !town.isConfirmed) {
    // Not beside the postcode it is the name of a building or a person, and only the postcode counts.
    if (!isBeside(town.name, postcodeAt) || !town.name.isWholePart) return undefined;
    return { reason: `the postcode ${postcode} and ${townLabel(town.row, towns)} do not agree` };
  }
  if (!town.isConfirmed && !evidence.saysFrance) {
    const abroad = cityOverVillage(town.name, towns.population(town.row), reading);
    if (abroad === 'certainly') return placeCity(reading);
    if (abroad === 'perhaps') return homonyms([town], reading);
  }
  return saysStation(address) ? placeStation(town, reading) : townPlace(town, reading);
}

const isBeside = ({ start, end }: FoundName, at: number): boolean => end === at || start === at + 1;

/** "20121 Milano": the number is a French postcode too, but the city beside it is not. */
function foreignBeside(reading: Reading): Place | Unplaced | undefined {
  const { postcodeAt } = reading.evidence;
  const beside = reading.names.filter(
    (name) => name.isWholePart && name.meaning.cities.length > 0 && isBeside(name, postcodeAt),
  );
  return beside.length > 0 ? placeCity({ ...reading, names: beside }) : undefined;
}

const placeAbroad = (reading: Reading): Place | Unplaced | undefined => placeCity(reading);

function homonyms(candidates: Candidate[], { gazetteer }: Reading): Unplaced {
  const [first] = candidates;
  const labels = [
    ...candidates.map(({ row }) => townLabel(row, gazetteer.towns)),
    ...(first?.name.meaning.cities ?? []).map((row) => cityLabel(gazetteer.city(row), gazetteer)),
  ];
  const named = [...new Set(labels)].slice(0, NAMED_HOMONYMS);
  const more = labels.length > named.length ? ' and others' : '';
  return { reason: `"${first?.name.text}" may be ${named.join(', ')}${more}; add the postcode` };
}

function unknown({ address, evidence, gazetteer }: Reading): Unplaced {
  if (evidence.country >= 0)
    return { reason: `no city is known by that name in ${gazetteer.countryLabels[evidence.country]}` };
  if (address.hasStreet) return { reason: 'it names a street but no town; add the town or its postcode' };
  return { reason: 'no place is known by that name; add the town or its postcode' };
}
