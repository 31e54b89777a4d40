import { greatCircleKm } from '../embedded/greatCircle.ts';
import type { Coordinates } from '../place.ts';
import { type Address, afterLinks, isCompassWord, isLink, isStreetWord } from './address.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type FoundName, isFiller } from './names.ts';
import { AIRPORT_NEAR_KM } from './rules/agreement.ts';
import { isAirportWord } from './rules/airport.ts';
import type { Word } from './words.ts';

/** Words for where to meet at an airport or a station. They do not suggest another place. */
const WORDS_AT_PLACES = new Set(
  `bahnhof international terminal terminaux aerogare term t
  arrivee arrivees depart departs arrival arrivals departure departures gate gates vol flight navette shuttle parking hall halls
  entree entrees sortie sorties entrance exit acces niveau etage level floor voie voies devant derriere face cote pres proche sur
  sous et en au aux in at near by front opposite behind main principal principale
  accueil reception taxi taxis vtc depose minute rdv rendez vous rencontre meeting point metro rer tram bus numero no n bp cs tsa
  tel telephone phone ref reservation code digicode`.split(/\s+/),
);

// Stations are named after them: "Gare de Lille Porte de Douai". "Porte B" is an entrance.
const QUARTERS = new Set(['porte', 'pont']);

/**
 * Those that neither a name nor a street explains: "Ibis" in "Ibis Orly". Beside the name of a place, they may say that
 * another one is meant, named after it. If the place is known, the code of an airport elsewhere is unknown there: "CHR"
 * in "Gare Lille CHR" is not Châteauroux.
 */
export function findUnknownWords(
  { words }: Address,
  names: readonly FoundName[],
  gazetteer: Gazetteer,
  place?: Coordinates,
): Word[] {
  const isAirportCode = (text: string) => {
    const airport = gazetteer.airportByCode(text);
    if (!airport || !place) return airport !== undefined;
    return greatCircleKm(airport, place) <= AIRPORT_NEAR_KM;
  };
  let [stationsPart, streetsPart] = [-1, -1];
  const isUnknown = ({ text, part, isStationName }: Word, at: number) => {
    if (isStationName) stationsPart = part;
    if (part === streetsPart || names.some(({ start, end }) => start <= at && at < end)) return false;
    const isQuarter = () => part === stationsPart && QUARTERS.has(text) && isLongName(words[afterLinks(words, at)]);
    if (isStreetWord(text) && words[at + 1]?.part === part && !isQuarter()) {
      streetsPart = part;
      return false;
    }
    const isAtPlace = WORDS_AT_PLACES.has(text) || (isCompassWord(text) && !isStationName);
    const isKnown = isLink(text) || isFiller(text) || /\d/.test(text) || isAirportWord(text) || isAtPlace;
    return !isKnown && !isAirportCode(text);
  };
  return words.filter(isUnknown);
}

const isLongName = (word: Word | undefined) =>
  word !== undefined && /^[a-z]{3}/.test(word.text) && !isCompassWord(word.text);
