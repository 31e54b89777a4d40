import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Place } from '../../place.ts';
import { isLink, nameAt } from '../address.ts';
import type { FoundName } from '../names.ts';
import { normaliseName } from '../normalise.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import type { Candidate } from './town.ts';
import { townPlace } from './townPlace.ts';

// High-speed stations are in the countryside around their town.
const STATION_KM = 20;

// Ships and coaches leave from a "gare" too.
const NO_TRAINS = new Set(['maritime', 'routiere']);

/** The word for a station, unless it belongs to a street: every town has a "place de la Gare". */
export function saysStation({ words }: ParsedAddress['address']): boolean {
  return words.some(({ text, isStreetName, isAfterStreet }, at) => {
    if (isStreetName || isAfterStreet) return false;
    const before = words[at - 1]?.text;
    if (NO_TRAINS.has(words[at + 1]?.text ?? '')) return false;
    return (
      text === 'gare' || text === 'bahnhof' || (text === 'station' && (before === 'train' || before === 'railway'))
    );
  });
}

/**
 * "Gare de Saint-Denis, La Réunion": if the station of that name is not in the département, the town in its name may
 * be; so may that of "Gare Saint-Paul", which is a station only in Lyon. Otherwise the other town named decides, and the
 * station's is ignored.
 */
export function townsOfStations({ names, evidence, address, gazetteer }: ParsedAddress): FoundName[] {
  return names.map((name) => {
    const { towns, places } = name.meaning;
    const isElsewhere = evidence.department >= 0 || places.length === 0;
    if (!isElsewhere || towns.length > 0 || address.words[name.start]?.text !== 'gare') return name;
    let start = name.start + 1;
    while (start < name.end - 1 && isLink(address.words[start]?.text ?? '')) start++;
    const text = nameAt(address, start, name.end);
    const meaning = gazetteer.meaningOf(text);
    return meaning ? { ...name, start, text, meaning } : name;
  });
}

/** The station of a town: the one in the table, or else the town's centre with a town's precision. */
export function placeStation(town: Candidate, parsed: ParsedAddress): Place {
  const { towns, meaningOf } = parsed.gazetteer;
  const name = normaliseName(towns.name(town.row));
  const point = towns.point(town.row);
  for (const written of [`gare de ${name}`, `gare d ${name}`, `${name} gare`]) {
    const station = meaningOf(written)?.places.find((known) => greatCircleKm(known, point) <= STATION_KM);
    if (station) return { label: station.label, lat: station.lat, lng: station.lng, precision: station.kind };
  }
  const place = townPlace(town, parsed);
  // With other words, only the town is understood.
  if (parsed.unknownWords.length > 0) return place;
  return { ...place, label: `Gare, ${place.label}` };
}
