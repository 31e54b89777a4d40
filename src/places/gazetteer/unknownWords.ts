import { type Address, isLink, isStreetWord } from './address.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type FoundName, isFiller } from './names.ts';
import { isAirportWord } from './rules/airport.ts';
import type { Word } from './words.ts';

/** Words for where to meet at an airport or a station. They do not suggest another place. */
const WORDS_AT_PLACES = new Set(
  `bahnhof international terminal terminaux aerogare term t
  arrivee arrivees depart departs arrival arrivals departure departures gate gates vol flight navette shuttle parking hall halls
  entree entrees sortie sorties entrance exit acces niveau etage level floor voie voies devant derriere face cote pres proche sur
  sous et en au aux in at near by front opposite behind main principal principale nord sud est ouest north south east west
  accueil reception taxi taxis vtc depose minute rdv rendez vous rencontre meeting point metro rer tram bus numero no n bp cs tsa
  tel telephone phone ref reservation code digicode`.split(/\s+/),
);

/**
 * Those that neither a name nor a street explains: "Ibis" in "Ibis Orly". Beside the name of a place, they may say that
 * another one is meant, named after it.
 */
export function findUnknownWords({ words }: Address, names: readonly FoundName[], gazetteer: Gazetteer): Word[] {
  let streetsPart = -1;
  const isUnknown = ({ text, part }: Word, at: number) => {
    if (part === streetsPart || names.some(({ start, end }) => start <= at && at < end)) return false;
    if (isStreetWord(text) && words[at + 1]?.part === part) {
      streetsPart = part;
      return false;
    }
    const isKnown =
      isLink(text) || isFiller(text) || /\d/.test(text) || isAirportWord(text) || WORDS_AT_PLACES.has(text);
    return !isKnown && gazetteer.airportByCode(text) === undefined;
  };
  return words.filter(isUnknown);
}
