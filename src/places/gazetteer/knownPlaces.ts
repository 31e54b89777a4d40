import type { Coordinates } from '../place.ts';
import { normaliseName } from './normalise.ts';
import { linesOf } from './tables.ts';

/** A place that riders name without street or town. */
export interface KnownPlace extends Coordinates {
  label: string;
  kind: 'place' | 'station' | 'airport';
  /** A quarter or an island: the point says little about a street in it. */
  isArea?: boolean;
  names: readonly string[];
  /** Names that other towns have too: they count only beside a town nearby, as "opéra" in "Opéra, 75009 Paris". */
  localNames: readonly string[];
  /** An airport's IATA code. Not a name: "BIO" and "LIN" are words too. */
  code?: string;
  /** An airport's terminals, by the name on a ticket: "2E". */
  terminals?: ReadonlyMap<string, Coordinates>;
}

const AREA = '~ ';

const LINKS = new Set(['de', 'du', 'des', 'd', 'la', 'le', 'les', 'l']);

/** A name in full and without small words: "gare de l'est", "gare est". */
export function spellingsOf(name: string): string[] {
  const written = normaliseName(name);
  const hurried = written
    .split(' ')
    .filter((word, at) => at === 0 || !LINKS.has(word))
    .join(' ');
  return hurried === written || !hurried.includes(' ') ? [written] : [written, hurried];
}

/**
 * A row is: label | latitude, longitude | names; names. The label is a name itself, both in full and up to its comma:
 * "Gare de Lyon, Paris" is found as "gare de lyon paris" and "gare de lyon". A local name begins with "?"; that may be
 * the label up to its comma. The label of an area begins with "~".
 */
const readPlaces = (kind: KnownPlace['kind'], table: string): KnownPlace[] =>
  rowsOf(table).map(([title = '', point = '', written = '']) => {
    const isArea = title.startsWith(AREA);
    const label = isArea ? title.slice(AREA.length) : title;
    const names = [label, label.split(',')[0] ?? label, ...namesOf(written)];
    const localNames = names.filter(isLocal);
    const local = new Set(localNames.map(normaliseName));
    const isKnownAnywhere = (name: string) => !isLocal(name) && !local.has(normaliseName(name));
    return { label, kind, isArea, ...coordinatesOf(point, label), names: names.filter(isKnownAnywhere), localNames };
  });

/**
 * A row is: label | point | code | towns; towns | other names | terminals. A town becomes "aéroport de Nice", "Nice
 * airport" and the like; terminals are written "T1 43.66, 7.21; T2 …".
 */
const readAirports = (table: string): KnownPlace[] =>
  rowsOf(table).map(([label = '', point = '', code = '', towns = '', names = '', terminals = '']) => ({
    label,
    kind: 'airport',
    ...coordinatesOf(point, label),
    names: [label, ...namesOf(names), ...namesOf(towns).flatMap(airportNames)],
    localNames: [],
    code: code.toLowerCase(),
    terminals: new Map(
      namesOf(terminals).map((terminal) => {
        const space = terminal.indexOf(' ');
        return [terminal.slice(0, space).toLowerCase(), coordinatesOf(terminal.slice(space), label)];
      }),
    ),
  }));

const airportNames = (town: string) => [
  `aéroport ${town}`,
  `aéroport de ${town}`,
  `aéroport d'${town}`,
  `aéroport du ${town}`,
  `aéroport international de ${town}`,
  `aéroport international ${town}`,
  `${town} aéroport`,
  `${town} airport`,
  `${town} international airport`,
  `airport ${town}`,
];

const isLocal = (name: string) => name.startsWith('?');

export const rowsOf = (table: string) => linesOf(table).map((line) => line.split('|').map((cell) => cell.trim()));

const namesOf = (cell: string) =>
  cell
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export function coordinatesOf(cell: string, label: string): Coordinates {
  const [lat = Number.NaN, lng = Number.NaN] = cell.split(',').map(Number);
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw new Error(`known places: ${label} has no coordinates`);
  return { lat, lng };
}

export const KNOWN_AIRPORTS = readAirports('airports.psv');

/** If two places have the same name, the first one wins. */
export const KNOWN_PLACES: readonly KnownPlace[] = [
  ...KNOWN_AIRPORTS,
  ...readPlaces('station', 'stations.psv'),
  ...['paris.psv', 'venues.psv', 'quarters.psv', 'portsAndBorders.psv', 'skiResorts.psv'].flatMap((table) =>
    readPlaces('place', table),
  ),
];
