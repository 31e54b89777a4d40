import { isPlace, type Place, type Suggest } from '../place.ts';
import { readAddress } from './address.ts';
import type { Gazetteer } from './gazetteer.ts';
import { placeAddress } from './geocoder.ts';
import { KNOWN_AIRPORTS, type KnownPlace } from './knownPlaces.ts';
import { normaliseName } from './normalise.ts';
import { cityLabel } from './rules/city.ts';
import { numberOn, streetLabel } from './rules/street.ts';
import { townLabel } from './rules/townPlace.ts';
import { STREETS, streetWords } from './streets.ts';

/** As many as fit under a field. */
const MAX_SUGGESTIONS = 8;
/** Nearly all candidates are understood; among hundreds of villages few are worth a try. */
const MAX_TRIED = 40;
// Fewer are the beginning of thousands of names.
const MIN_LETTERS = 3;
// No name is longer, nor has a town's name more words after a street: the work for any text stays within milliseconds.
const MAX_LETTERS = 80;
const MAX_TOWN_WORDS = 5;
// A typing error is assumed in the last third only, so that what is suggested still looks like what was typed.
const KEPT_SHARE = 2 / 3;
const MIN_KEPT_LETTERS = 4;

/** What a suggestion is about. */
interface Named {
  /** Kept as typed: "12 rue de Rivoli, ". */
  before: string;
  /** The beginning of a name: "par". */
  name: string;
}

interface Candidate {
  label: string;
  /** Inhabitants, or as many as a place of its kind is worth. */
  weight: number;
}

const KIND_WEIGHTS: Record<KnownPlace['kind'], number> = { airport: 100_000, station: 40_000, place: 20_000 };
// A name that other towns have too: behind the towns of that name.
const LOCAL_WEIGHT = 5_000;
// Most rides stay in the country.
const ABROAD_SHARE = 0.05;
const COMPLETE_FACTOR = 100;

export function createSuggest(gazetteer: Gazetteer): Suggest {
  return (text) => {
    for (const named of namedIn(text)) {
      const found = completed(named, gazetteer);
      if (found.length > 0) return found;
    }
    return [];
  };
}

function completed(named: Named, gazetteer: Gazetteer): string[] {
  const [typed, ...shorter] = beginningsOf(named.name);
  if (typed === undefined) return [];
  const whole = placeOf(named, gazetteer);
  // A known street with its town is offered once, not in every arrondissement.
  const most = whole?.precision === 'address' ? 1 : MAX_SUGGESTIONS;
  const names = gazetteer.namesFrom(shorter.at(-1) ?? typed);
  const candidates = (beginning: string) => candidatesFor(beginning, names, named, gazetteer);
  // Of a street and a town without a comma, a cut town would leave any street of that name.
  const found = understood([...candidates(typed), ...streetCandidates(typed, named)], named, gazetteer, most);
  if (found.length > 0) return found;
  // "orly 4" is a terminal, not a name with a typing error at its end.
  if (whole?.precision === 'airport') return [whole.label];
  for (const beginning of shorter) {
    const guessed = understood(candidates(beginning), named, gazetteer, most);
    if (guessed.length > 0) return guessed;
  }
  return [];
}

/** What all of the text is understood as. */
function placeOf({ before, name }: Named, gazetteer: Gazetteer): Place | undefined {
  const place = placeAddress(before + name, gazetteer);
  return isPlace(place) && !place.isPartial ? place : undefined;
}

/** The text itself, or what follows its last comma or a street. */
function namedIn(text: string): Named[] {
  const comma = text.lastIndexOf(',');
  const complete = { before: '', name: text };
  if (comma >= 0) return [complete, { before: `${text.slice(0, comma).trim()}, `, name: text.slice(comma + 1) }];
  const typed = text.trim().split(/\s+/);
  const { words } = readAddress(text);
  if (words.length !== typed.length) return [complete];
  const afterStreet = words.flatMap((word, at) =>
    word.isAfterStreet ? [{ before: `${typed.slice(0, at).join(' ')}, `, name: typed.slice(at).join(' ') }] : [],
  );
  return [complete, ...afterStreet.slice(-MAX_TOWN_WORDS)];
}

/** The name as typed, then with fewer and fewer letters at its end, where a typing error may be. */
function beginningsOf(name: string): string[] {
  const typed = normaliseName(name);
  if (typed.length < MIN_LETTERS || typed.length > MAX_LETTERS) return [];
  const least = Math.max(MIN_KEPT_LETTERS, Math.ceil(typed.length * KEPT_SHARE));
  const shorter = Array.from({ length: Math.max(0, typed.length - least) }, (_, cut) => typed.slice(0, -(cut + 1)));
  return [typed, ...shorter];
}

/** Whatever is offered can be booked: it must not be taken for another place. */
function understood(candidates: readonly Candidate[], { before }: Named, gazetteer: Gazetteer, most: number): string[] {
  const addresses: string[] = [];
  for (const { label } of candidates.slice(0, MAX_TRIED)) {
    if (addresses.length === most) break;
    const place = placeAddress(before + label, gazetteer);
    if (isPlace(place) && isMeant(label, place)) addresses.push(before + label);
  }
  return addresses;
}

/** A former commune is understood as the one it belongs to: "Lomme, Lille (59000)"; a street of a town as the street. */
function isMeant(label: string, place: Place): boolean {
  const town = place.label.slice(place.label.lastIndexOf(', ') + 2);
  const isStreetThere = place.precision === 'address' && label.startsWith(town);
  return isStreetThere || place.label.startsWith(label) || label.endsWith(place.label);
}

/** "12 av mont": the streets whose name begins so, with the number as typed. */
function streetCandidates(beginning: string, { before }: Named): Candidate[] {
  if (before !== '') return [];
  const [, number, name = ''] = NUMBERED.exec(beginning) ?? [];
  const typed = streetWords(name.split(' ')).join(' ');
  // Without a letter of its name, "rue" is the beginning of all of them.
  if (!typed.includes(' ')) return [];
  return STREETS.filter(({ key }) => key.startsWith(typed)).map(({ street }) => ({
    label: streetLabel(street, numberOn(street, number === undefined ? undefined : Number(number))),
    weight: 0,
  }));
}

const NUMBERED = /^(?:(\d{1,4}) )?(.+)$/;

/** The likeliest first, of the names that begin so. After a street there can only be a town. */
function candidatesFor(
  beginning: string,
  names: readonly string[],
  { before }: Named,
  gazetteer: Gazetteer,
): Candidate[] {
  const isAfterStreet = before !== '';
  const all = POSTCODE.test(beginning)
    ? townsOfPostcode(beginning, gazetteer)
    : [
        ...(isAfterStreet ? [] : placeCandidates(KNOWN_AIRPORTS.filter(({ code }) => code === beginning))),
        ...names
          .filter((name) => name.startsWith(beginning))
          .flatMap((name) => {
            const factor = name === beginning ? COMPLETE_FACTOR : 1;
            const candidates = meant(name, isAfterStreet, gazetteer);
            return candidates.map(({ label, weight }) => ({ label, weight: weight * factor }));
          }),
      ];
  const heaviest = new Map<string, number>();
  for (const { label, weight } of all) heaviest.set(label, Math.max(weight, heaviest.get(label) ?? 0));
  return [...heaviest].map(([label, weight]) => ({ label, weight })).sort((one, other) => other.weight - one.weight);
}

function meant(name: string, isAfterStreet: boolean, gazetteer: Gazetteer): Candidate[] {
  const meaning = gazetteer.meaningOf(name);
  if (!meaning) return [];
  const towns = townCandidates([...meaning.towns, ...meaning.bareTowns, ...meaning.shortTowns], gazetteer);
  if (isAfterStreet) return towns;
  const cities = meaning.cities.map((row) => {
    const city = gazetteer.city(row);
    return { label: cityLabel(city, gazetteer), weight: city.population * ABROAD_SHARE };
  });
  return [...placeCandidates(meaning.places), ...localCandidates(meaning.localPlaces), ...towns, ...cities];
}

const placeCandidates = (places: readonly KnownPlace[]): Candidate[] =>
  places.map(({ label, kind }) => ({ label, weight: KIND_WEIGHTS[kind] }));

const localCandidates = (places: readonly KnownPlace[]): Candidate[] =>
  places.map(({ label }) => ({ label, weight: LOCAL_WEIGHT }));

const townCandidates = (rows: readonly number[], { towns }: Gazetteer, postcode?: string): Candidate[] =>
  rows.map((row) => ({ label: townLabel(row, towns, postcode), weight: towns.population(row) }));

const POSTCODE = /^\d{5}(?: |$)/;

/** "75008", "95700 roi". */
function townsOfPostcode(beginning: string, gazetteer: Gazetteer): Candidate[] {
  const [postcode, name] = [beginning.slice(0, 5), beginning.slice(6)];
  const { towns } = gazetteer;
  const rows = towns.withPostcode(postcode).filter((row) => normaliseName(towns.name(row)).startsWith(name));
  return townCandidates(rows, gazetteer, postcode);
}
