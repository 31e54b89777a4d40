import { cutWords, type Word } from './words.ts';

export interface Address {
  raw: string;
  words: readonly Word[];
  /** All words with single spaces between; every name is a slice of it. */
  text: string;
  partCount: number;
  hasStreet: boolean;
}

const STREETS = new Set(
  `rue r avenue av ave boulevard boul bd bld blvd bvd place pl quai cours allee allees all chemin ch che chem route rte impasse imp
  square sq passage faubourg fbg fg esplanade sentier villa cite residence res hameau lotissement lot voie ruelle venelle mail parvis
  promenade traverse montee cote rond rocade street road rd lane drive crescent strasse via calle carrer galerie clos
  batiment bat immeuble imm tour escalier porte pont peripherique`.split(/\s+/),
);
// Buildings are named after towns as streets are: the "Café de Paris" may be anywhere.
const HOUSES = new Set(
  'hotel cafe restaurant brasserie bar bistrot bistro pharmacie boulangerie cinema theatre salle hall chalet'.split(
    ' ',
  ),
);
const COMPASS = new Set('nord sud est ouest north south east west'.split(' '));
const OF_TRAINS = new Set(['sncf', 'tgv', 'ter']);
const LINKS = new Set(['de', 'du', 'des', 'd', 'la', 'le', 'les', 'l', 'of', 'the']);

export const isLink = (word: string): boolean => LINKS.has(word);
export const isCompassWord = (word: string): boolean => COMPASS.has(word);
export const isHouseWord = (word: string): boolean => HOUSES.has(word);
export const isStreetWord = (word: string): boolean => STREETS.has(word);

export function readAddress(raw: string): Address {
  const words = cutWords(raw);
  for (const [at, { text }] of words.entries()) {
    if (STREETS.has(text)) markNamed(words, at, true);
    else if (HOUSES.has(text)) markNamed(words, at, false);
    else if (text === 'gare') markStation(words, at);
  }
  return {
    raw,
    words,
    text: words.map(({ text }) => text).join(' '),
    partCount: (words.at(-1)?.part ?? -1) + 1,
    hasStreet: words.some(({ text }) => STREETS.has(text)),
  };
}

/** The first word after "rue de la" belongs to the street's name; what follows may too, or may be the town. */
function markNamed(words: Word[], at: number, isStreet: boolean): void {
  const part = words[at]?.part;
  let isNamed = false;
  for (let after = at + 1; after < words.length; after++) {
    const word = words[after] as Word;
    if (word.part !== part) return;
    if (!isNamed) word.isStreetName = true;
    else if (isStreet) word.isAfterStreet = true;
    isNamed ||= !LINKS.has(word.text);
  }
}

/** The word after "gare" or "gare TGV du". Without an article, that of a direction is an entrance's: "gare sud". */
function markStation(words: Word[], at: number): void {
  const before = OF_TRAINS.has(words[at + 1]?.text ?? '') ? at + 1 : at;
  const after = afterLinks(words, before);
  const word = words[after];
  if (!word || word.part !== words[at]?.part || (after === before + 1 && COMPASS.has(word.text))) return;
  word.isStationName = true;
}

/** The next word that is no article or "de". */
function afterLinks(words: readonly Word[], at: number): number {
  let after = at + 1;
  while (isLink(words[after]?.text ?? '')) after++;
  return after;
}

/** The words from one index to another (exclusive), as a name to look up. */
export function nameAt({ words, text }: Address, start: number, end: number): string {
  const last = words[end - 1] as Word;
  return text.slice((words[start] as Word).offset, last.offset + last.text.length);
}
