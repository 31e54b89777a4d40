import { greatCircleKm } from '../embedded/greatCircle.ts';
import type { Place } from '../place.ts';
import { type Address, isCompassWord, isLink, isStreetWord } from './address.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type FoundName, isFiller } from './names.ts';
import { AIRPORT_NEAR_KM } from './rules/agreement.ts';
import { isAirportWord } from './rules/airport.ts';
import type { Word } from './words.ts';

/** Words for where and whom to meet at an airport or a station, and in which country. They do not suggest another place. */
const WORDS_AT_PLACES = new Set(
  `bahnhof international terminal terminaux aerogare term t
  arrivee arrivees depart departs arrival arrivals departure departures gate gates vol flight navette shuttle parking hall halls
  entree entrees sortie sorties entrance exit acces niveau etage level floor voie voies devant derriere face cote pres proche sur
  sous et en au aux in at near by front opposite behind main principal principale
  accueil reception taxi taxis vtc depose minute rdv rendez vous rencontre meeting point metro rer tram bus numero no n bp cs tsa
  tel telephone phone ref reservation code digicode
  m mme mlle mr mrs ms
  fra bel lux deu che ita mco esp and gbr nld`.split(/\s+/),
);

/**
 * Those that neither a name nor a street explains: "Ibis" in "Ibis Orly". Beside the name of a place, they may say that
 * another one is meant, named after it. If the place is known, the code of an airport elsewhere is unknown there: "CHR"
 * in "Gare Lille CHR" is not Châteauroux.
 */
export function findUnknownWords(
  { words }: Address,
  names: readonly FoundName[],
  gazetteer: Gazetteer,
  place?: Place,
): Word[] {
  const isAirportCode = (text: string) => {
    const airport = gazetteer.airportByCode(text);
    if (!airport || !place) return airport !== undefined;
    return greatCircleKm(airport, place) <= AIRPORT_NEAR_KM;
  };
  let streetsPart = -1;
  const isUnknown = (word: Word, at: number) => {
    if (word.part === streetsPart || names.some(({ start, end }) => start <= at && at < end)) return false;
    if (beginsStreet(words, at)) {
      if (!place || !isStreetOfAssumedTown(place)) streetsPart = word.part;
      return false;
    }
    return !isKnownWord(word, words[at - 1]) && !isAirportCode(word.text);
  };
  return words.filter(isUnknown);
}

/** What follows the street may say that it is elsewhere: "10 rue de Rivoli Megève". */
export const isStreetOfAssumedTown = ({ precision, assumedTown }: Place): boolean =>
  precision === 'address' && assumedTown !== undefined;

const beginsStreet = (words: readonly Word[], at: number): boolean =>
  isStreetWord(words[at]?.text ?? '') && words[at + 1]?.part === words[at]?.part;

function isKnownWord({ text, isStationName }: Word, before: Word | undefined): boolean {
  if (isLink(text) || isFiller(text) || /\d/.test(text) || isAirportWord(text)) return true;
  const isBuilding = text.length === 1 && isStreetWord(before?.text ?? '');
  return isBuilding || WORDS_AT_PLACES.has(text) || (isCompassWord(text) && !isStationName);
}
