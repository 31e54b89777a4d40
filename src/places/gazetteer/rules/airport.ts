import type { Place, Unplaced } from '../../place.ts';
import type { ListedAirport } from '../gazetteer.ts';
import type { KnownPlace } from '../knownPlace.ts';
import { AIRPORTS } from '../knownPlacesAirports.ts';
import type { Reading } from '../reading.ts';
import { terminalIn } from './terminal.ts';

const AIRPORT_WORDS = new Set(
  'aeroport aeroports airport aerodrome flughafen aeroporto aeropuerto luchthaven'.split(' '),
);

// Codes that everybody writes in any case, and that are nothing else.
const EVERYDAY_CODES = new Set(['cdg', 'ory', 'nce', 'bva', 'gva', 'mrs', 'tls', 'lhr', 'mxp', 'bcn']);

const BY_CODE = new Map(AIRPORTS.map((airport) => [airport.code ?? '', airport]));

/** An airport by its code, alone or with a terminal: "CDG", "cdg2e", "NCE T2", "aéroport (BIQ)". */
export function placeAirportByCode(reading: Reading): Place | undefined {
  for (const [at, { text, isStreetName }] of reading.address.words.entries()) {
    if (isStreetName || text.length < 3 || text.length > 5) continue;
    const place = text.length === 3 ? placeCode(text, at, reading) : placeJoined(text);
    if (place) return place;
  }
  return undefined;
}

function placeJoined(text: string): Place | undefined {
  const airport = BY_CODE.get(text.slice(0, 3));
  const terminal = text.slice(3);
  return airport?.terminals?.has(terminal) ? airportPlace(airport, terminal) : undefined;
}

function placeCode(code: string, at: number, reading: Reading): Place | undefined {
  if (!isMeantAsCode(code, reading)) return undefined;
  const known = BY_CODE.get(code);
  if (known) return airportPlace(known, terminalIn(reading.address, known, at + 1));
  const listed = reading.gazetteer.airportByCode(code);
  return listed && listedPlace(listed);
}

/** Three letters are a code in capitals beside the word "airport", or alone when no town has that name. */
function isMeantAsCode(code: string, { address: { words, raw }, gazetteer }: Reading): boolean {
  if (EVERYDAY_CODES.has(code)) return true;
  const meaning = gazetteer.meaningOf(code);
  const isTown = meaning !== undefined && meaning.towns.length + meaning.bareTowns.length + meaning.cities.length > 0;
  const isCapitals = raw.includes(code.toUpperCase());
  if (words.length === 1) return !isTown || (isCapitals && BY_CODE.has(code));
  return !isTown && isCapitals && saysAirport(words);
}

export const saysAirport = (words: Reading['address']['words']): boolean =>
  words.some(({ text, isStreetName, isAfterStreet }) => AIRPORT_WORDS.has(text) && !isStreetName && !isAfterStreet);

/** "Aéroport de Brive": the word, and a town that has one, for the airports that are not in the table by hand. */
export function placeAirportByTown({ address, names, gazetteer }: Reading): Place | Unplaced | undefined {
  if (!saysAirport(address.words)) return undefined;
  for (const { meaning, text } of names) {
    const airports = meaning.airports.map(gazetteer.airport);
    const [only] = airports;
    if (only && airports.length === 1) return listedPlace(only);
    if (only) {
      const list = airports.slice(0, 5).map(({ name, iata }) => `${name} (${iata})`);
      return { reason: `"${text}" has several airports: ${list.join(', ')}; give the code` };
    }
  }
  return undefined;
}

export function airportPlace(airport: KnownPlace, terminal: string | undefined): Place {
  const { label, lat, lng, terminals } = airport;
  const point = terminal === undefined ? undefined : terminals?.get(terminal);
  if (!point) return { label, lat, lng, precision: 'airport' };
  return { label: `${label}, terminal ${shownTerminal(terminal ?? '')}`, ...point, precision: 'airport' };
}

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
