import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Place } from '../../place.ts';
import { isHouseWord, isStreetWord } from '../address.ts';
import type { KnownPlace } from '../knownPlaces.ts';
import type { Meaning } from '../meanings.ts';
import type { FoundName } from '../names.ts';
import { normaliseName } from '../normalise.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import type { Word } from '../words.ts';
import { AIRPORT_NEAR_KM, agreementWith, NEAR_KM } from './agreement.ts';
import { airportPlace, isAirportsName, saysAirport } from './airport.ts';
import { isHouseOnStreet } from './street.ts';
import { terminalIn } from './terminal.ts';

// A name that other towns have too, or that is only a part of a longer one, means the place only in its own town: there
// is a Hôtel de Paris in Nice and in Monaco.
const OWN_TOWN_KM = 10;

const FLIGHT_WORDS = new Set(
  'vol flight arrivee arrivees arrival arrivals depart departs departure departures'.split(' '),
);

const TOWN_WORDS = new Set(['ville', 'centre', 'village']);

/**
 * A place of the table that the rest of the address does not contradict; addresses go from the particular to the
 * general.
 */
export function placeKnown(parsed: ParsedAddress): Place | undefined {
  const streetAt = streetBesides(parsed);
  return firstKnown(parsed, (known, name) => streetAt === undefined || !isAround(known, name, streetAt, parsed));
}

/** What the street of an address is in or near: "1681 route des Dolines, Sophia Antipolis". */
export function placeAround(parsed: ParsedAddress): Place | undefined {
  const streetAt = streetBesides(parsed);
  return firstKnown(parsed, (known, name) => streetAt !== undefined && isAround(known, name, streetAt, parsed));
}

/** The first word for a street outside the names of places. */
function streetBesides({ address: { words }, names }: ParsedAddress): number | undefined {
  const isInPlace = (at: number) =>
    names.some(({ start, end, meaning }) => start <= at && at < end && isOfPlace(meaning));
  const found = words.findIndex(({ text }, at) => isStreetWord(text) && !isInPlace(at));
  return found < 0 ? undefined : found;
}

/**
 * Whether a street says more than a place: than an area, and with its number also than what follows it, as in "30 boulevard
 * Diderot, Nation". A hotel or a station is meant itself.
 */
function isAround(
  known: KnownPlace,
  name: FoundName,
  streetAt: number,
  { address: { words } }: ParsedAddress,
): boolean {
  if (known.isArea) return true;
  const first = words[name.start]?.text ?? '';
  if (known.kind === 'airport' || isHouseWord(first) || first === 'gare') return false;
  const before = words[streetAt - 1];
  const isNumbered = before?.part === words[streetAt]?.part && /^\d+[a-z]*$/.test(before?.text ?? '');
  return isNumbered && streetAt < name.start;
}

const isOfPlace = ({ places, localPlaces }: Meaning): boolean => places.length + localPlaces.length > 0;

type IsWanted = (known: KnownPlace, name: FoundName) => boolean;

function firstKnown(parsed: ParsedAddress, isWanted: IsWanted): Place | undefined {
  const named = parsed.names
    .filter(({ meaning }) => isOfPlace(meaning))
    .sort((one, other) => one.part - other.part || other.end - other.start - (one.end - one.start));
  for (const name of named) {
    const place = choose(name, parsed, isWanted);
    if (place) return place;
  }
  return undefined;
}

function choose(name: FoundName, parsed: ParsedAddress, isWanted: IsWanted): Place | undefined {
  if (isHouseOnStreet(parsed, name)) return undefined;
  const { places, localPlaces } = name.meaning;
  for (const known of places.filter((each) => isWanted(each, name))) {
    const place = unlessContradicted(known, name, parsed);
    if (place) return place;
  }
  const local = localPlaces
    .filter((each) => isWanted(each, name))
    .find((known) => agreementWith(known, name, OWN_TOWN_KM, parsed) === 'near');
  return local && unlessTown(local, name, parsed);
}

function unlessContradicted(known: KnownPlace, name: FoundName, parsed: ParsedAddress): Place | undefined {
  if (known.kind !== 'airport' && isAirportsName(name, parsed)) return undefined;
  if (isOnlyInName(known, name, parsed)) return undefined;
  const agreement = agreementWith(known, name, nearKm(known, parsed), parsed);
  if (agreement === 'near') return unlessTown(known, name, parsed);
  if (agreement === 'far' || name.isAfterStreet) return undefined;
  const place = unlessTown(known, name, parsed);
  return place && { ...place, ...townLeftOut(known, parsed) };
}

/** "Paris" of "Place Vendôme, Paris", for "12 place Vendôme". */
function townLeftOut({ label }: KnownPlace, { address, gazetteer }: ParsedAddress): Pick<Place, 'assumedTown'> {
  const [, assumedTown = ''] = /^.+, (.+)$/.exec(label) ?? [];
  const name = normaliseName(assumedTown);
  const isTown = (gazetteer.meaningOf(name)?.towns.length ?? 0) > 0;
  return isTown && !` ${address.text} `.includes(` ${name} `) ? { assumedTown } : {};
}

/** "Ibis Orly, 91200 Athis-Mons": a hotel with a postal address. */
const isNamedAndPostal = ({ evidence, unknownWords }: ParsedAddress): boolean =>
  unknownWords.length > 0 && evidence.postcode !== undefined;

/** Whether the airport is only a part of a hotel's name, whose other words come before it, and nothing suggests a flight. */
function isOnlyInName(known: KnownPlace, { start, end }: FoundName, parsed: ParsedAddress): boolean {
  if (known.kind !== 'airport' || !isNamedAndPostal(parsed)) return false;
  const { words } = parsed.address;
  const name = words[start];
  const isBefore = ({ part, offset }: Word) => part === name?.part && offset < name.offset;
  const isFlight = saysAirport(words) || words.some(({ text }) => FLIGHT_WORDS.has(text));
  return parsed.unknownWords.some(isBefore) && !isFlight && terminalIn(parsed.address, known, end) === undefined;
}

function nearKm({ kind }: KnownPlace, parsed: ParsedAddress): number {
  if (kind === 'airport') return AIRPORT_NEAR_KM;
  return isNamedAndPostal(parsed) ? OWN_TOWN_KM : NEAR_KM;
}

function unlessTown(known: KnownPlace, name: FoundName, parsed: ParsedAddress): Place | undefined {
  const terminal = known.kind === 'airport' ? terminalIn(parsed.address, known, name.end) : undefined;
  if (terminal === undefined && isTownRather(known, name, parsed)) return undefined;
  if (known.kind === 'airport') return airportPlace(known, name.end, parsed);
  return { label: known.label, lat: known.lat, lng: known.lng, precision: known.kind };
}

/** "Orly" is the airport, but "12 rue du Commerce, Orly" and "94310 Orly" are in the town of that name. */
function isTownRather(
  known: KnownPlace,
  name: FoundName,
  { address, evidence, gazetteer: { towns } }: ParsedAddress,
): boolean {
  const { meaning } = name;
  const { postcode, department } = evidence;
  if (meaning.towns.length + meaning.bareTowns.length + meaning.shortTowns.length === 0) return false;
  if (address.hasStreet || TOWN_WORDS.has(address.words[name.end]?.text ?? '')) return true;
  return meaning.towns.some((row) => {
    const isElsewhere = greatCircleKm(known, towns.point(row)) > NEAR_KM;
    const isOfPostcode = postcode !== undefined && towns.postcodes(row).includes(postcode);
    return isOfPostcode || (isElsewhere && towns.department(row) === department);
  });
}
