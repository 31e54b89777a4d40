import type { Place, Unplaced } from '../../place.ts';
import { isLink } from '../address.ts';
import type { ListedAirport } from '../gazetteer.ts';
import { KNOWN_AIRPORTS, type KnownPlace } from '../knownPlaces.ts';
import type { FoundName } from '../names.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import { AIRPORT_NEAR_KM, agreementWith } from './agreement.ts';
import { saysOtherTerminal, terminalIn } from './terminal.ts';

const AIRPORT_WORDS = new Set(
  'aeroport aeroports airport aerodrome flughafen aeroporto aeropuerto luchthaven'.split(' '),
);

// Codes that are written in any case and mean nothing else.
const EVERYDAY_CODES = new Set(['cdg', 'ory', 'nce', 'bva', 'gva', 'tls', 'lhr', 'mxp', 'bcn']);

// Words of addresses that are also codes; among other words they never mean one.
const NO_CODES = new Set(
  'mme mrs vol ref tel sud est van bus pax min nom des les rue ave bis ter apt bat zac via sas eur tgv vtc lot res imm bld'.split(
    ' ',
  ),
);

const BY_CODE = new Map(KNOWN_AIRPORTS.map((airport) => [airport.code ?? '', airport]));

/** An airport of the table by its code, alone or with a terminal: "CDG", "cdg2e", "NCE T2", "aéroport (BIQ)". */
export function placeAirportByCode(parsed: ParsedAddress): Place | undefined {
  for (const [at, { text, isStreetName }] of parsed.address.words.entries()) {
    if (isStreetName || text.length < 3 || text.length > 5) continue;
    const place = text.length === 3 ? placeCode(text, at, parsed) : placeJoined(text, parsed);
    if (place) return place;
  }
  return undefined;
}

/** Other airports by their code: there are so many that every better known name takes precedence. */
export function placeListedAirportByCode(parsed: ParsedAddress): Place | undefined {
  const { address, gazetteer } = parsed;
  for (const [at, { text, isStreetName }] of address.words.entries()) {
    if (isStreetName || text.length !== 3 || BY_CODE.has(text) || !isMeantAsCode(text, at, parsed)) continue;
    const listed = gazetteer.airportByCode(text);
    if (listed && isAgreed(listed, parsed)) return listedPlace(listed);
  }
  return undefined;
}

function placeJoined(text: string, parsed: ParsedAddress): Place | undefined {
  const airport = BY_CODE.get(text.slice(0, 3));
  const terminal = text.slice(3);
  return airport?.terminals?.has(terminal) && isAgreed(airport, parsed) ? terminalPlace(airport, terminal) : undefined;
}

function placeCode(code: string, at: number, parsed: ParsedAddress): Place | undefined {
  const known = BY_CODE.get(code);
  if (!known || !isMeantAsCode(code, at, parsed)) return undefined;
  const terminal = terminalIn(parsed.address, known, at + 1);
  const agreement = agreementWith(known, undefined, AIRPORT_NEAR_KM, parsed);
  // "Lycée CDG, Compiègne": near, but another place is named and nothing suggests a flight.
  const isSaid = terminal !== undefined || saysAirport(parsed.address.words) || isAloneInPart(at, parsed);
  if (agreement === 'far' || (agreement === 'near' && !isSaid)) return undefined;
  return airportPlace(known, at + 1, parsed);
}

const isAgreed = (airport: ListedAirport | KnownPlace, parsed: ParsedAddress): boolean =>
  agreementWith(airport, undefined, AIRPORT_NEAR_KM, parsed) !== 'far';

const isAloneInPart = (at: number, { address: { words } }: ParsedAddress): boolean =>
  words[at - 1]?.part !== words[at]?.part && words[at + 1]?.part !== words[at]?.part;

/**
 * Three letters are a code if in capitals beside the word "airport" or a terminal, or alone if no town has that name.
 */
function isMeantAsCode(code: string, at: number, parsed: ParsedAddress): boolean {
  const { address, gazetteer } = parsed;
  const { words, raw } = address;
  if (EVERYDAY_CODES.has(code)) return true;
  const meaning = gazetteer.meaningOf(code);
  const isTown = meaning !== undefined && meaning.towns.length + meaning.bareTowns.length + meaning.cities.length > 0;
  const isCapitals = raw.includes(code.toUpperCase());
  const isKnownInCapitals = isCapitals && BY_CODE.has(code);
  if (words.length === 1) return isKnownInCapitals || !isTown;
  if (opensWithTerminal(at, parsed)) return isKnownInCapitals || (isCapitals && !isTown && !isWordToo(code));
  if (isTown || !isCapitals) return false;
  if (isWordToo(code)) return BY_CODE.has(code) && isAirportWord(words[at - 1]?.text);
  return saysAirport(words);
}

/** "MRS T2" or "BOD hall A", and no more. */
const opensWithTerminal = (at: number, { address: { words } }: ParsedAddress): boolean =>
  at === 0 && words.length <= 4 && /^(t\d?|terminal|hall)$/.test(words[1]?.text ?? '');

/** Whether a code is also a word of addresses. */
const isWordToo = (code: string): boolean => NO_CODES.has(code);

export const isAirportWord = (word = ''): boolean => AIRPORT_WORDS.has(word);

/** "Roland Garros" in "Aéroport Roland Garros": an airport's namesake is not its location. */
export function isAirportsName({ start, end }: FoundName, { address: { words } }: ParsedAddress): boolean {
  let before = start - 1;
  while (before >= 0 && (isLink(words[before]?.text ?? '') || words[before]?.text === 'international')) before--;
  const after = words[end]?.text === 'international' ? end + 1 : end;
  return (
    (before >= 0 && words[before]?.part === words[start]?.part && isAirportWord(words[before]?.text)) ||
    (words[after]?.part === words[start]?.part && isAirportWord(words[after]?.text))
  );
}

export const saysAirport = (words: ParsedAddress['address']['words']): boolean =>
  words.some(({ text, isStreetName, isAfterStreet }) => isAirportWord(text) && !isStreetName && !isAfterStreet);

/** "Aéroport de Brive": the word and a town with an airport, for airports that are not in the table. */
export function placeAirportByTown(parsed: ParsedAddress): Place | Unplaced | undefined {
  const { address, names, gazetteer } = parsed;
  if (!saysAirport(address.words)) return undefined;
  for (const { meaning, text, end } of names) {
    const airports = meaning.airports.map(gazetteer.airport);
    const [only] = airports;
    const known = BY_CODE.get(only?.iata.toLowerCase() ?? '');
    if (known && airports.length === 1) return airportPlace(known, end, parsed);
    if (only && airports.length === 1) return listedPlace(only);
    if (only) {
      const list = airports.slice(0, 5).map(({ name, iata }) => `${name} (${iata})`);
      return { reason: `"${text}" has several airports: ${list.join(', ')}; give the code` };
    }
  }
  return undefined;
}

/** An unknown airport is not in the town of the same name, unless a postcode says so. */
export const refuseAirport = ({ address, evidence }: ParsedAddress): Unplaced | undefined =>
  saysAirport(address.words) && evidence.postcode === undefined
    ? { reason: 'no airport is known by that name; give its code, or the town and its postcode' }
    : undefined;

/** An airport, at the terminal that the address names. */
export function airportPlace(airport: KnownPlace, afterName: number, parsed: ParsedAddress): Place {
  const terminal = terminalIn(parsed.address, airport, afterName);
  if (terminal !== undefined) return terminalPlace(airport, terminal);
  const { label, lat, lng } = airport;
  const place: Place = { label, lat, lng, precision: 'airport' };
  return saysOtherTerminal(airport, afterName, parsed) ? { ...place, isPartial: true } : place;
}

const terminalPlace = ({ label, lat, lng, terminals }: KnownPlace, terminal: string): Place => ({
  label: `${label}, terminal ${shownTerminal(terminal)}`,
  ...(terminals?.get(terminal) ?? { lat, lng }),
  precision: 'airport',
});

/** "2E", but "Sud". */
const shownTerminal = (terminal: string): string =>
  terminal.length > 3 || terminal === 'sud'
    ? terminal.charAt(0).toUpperCase() + terminal.slice(1)
    : terminal.toUpperCase();

const listedPlace = ({ name, iata, lat, lng }: ListedAirport): Place => ({
  label: `${name} (${iata})`,
  lat,
  lng,
  precision: 'airport',
});
