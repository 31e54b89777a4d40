import { isLooseAccent, oneSpelling, plainLetters } from './normalise.ts';

export interface Word {
  text: string;
  /** Where it begins in the address's text. */
  offset: number;
  /** Commas and the like split an address into parts. */
  part: number;
  /** It names a street or a building, so it cannot begin the name of a town: "Paris" in "rue de Paris". */
  isStreetName: boolean;
  /** It follows in the same part, where a town may come without a comma: "Lille" in "rue de Paris Lille". */
  isAfterStreet: boolean;
  /** It names a station, so it says nothing about where that is: "Nord" in "Gare du Nord". */
  isStationName: boolean;
}

const SPACE = 32;
const HYPHENS = new Set([45, 0x2010, 0x2011, 0x2013, 0x2014]);
const PART_ENDS = new Set([...',;()[]{}|/\\:"«»•·>\n\r\t'].map((character) => character.charCodeAt(0)));

// "Aulnay s/s Bois", "Neuilly s/Seine"
const UNDER = /(?<![\p{L}\d])s\/s(?![\p{L}\d])/giu;
const UPON = /(?<![\p{L}\d])s\/(?=\s?\p{L})/giu;

export function cutWords(raw: string): Word[] {
  const words: Word[] = [];
  let part = 0;
  let offset = 0;
  for (const piece of plainParts(raw).split('\n')) {
    const countBefore = words.length;
    for (const written of piece.split(' ')) {
      if (written === '') continue;
      const text = oneSpelling(written);
      words.push({ text, offset, part, isStreetName: false, isAfterStreet: false, isStationName: false });
      offset += text.length + 1;
    }
    if (words.length > countBefore) part++;
  }
  return words;
}

/** Plain letters, with a space for every word separator and a line break for every part separator. */
function plainParts(raw: string): string {
  const text = raw.includes('/') ? raw.replace(UNDER, 'sous ').replace(UPON, 'sur ') : raw;
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letters = plainLetters(code);
    if (letters !== '') plain += letters;
    else if (endsPart(text, at, code)) plain += '\n';
    else if (!isLooseAccent(code)) plain += ' ';
  }
  return plain;
}

const endsPart = (text: string, at: number, code: number): boolean =>
  PART_ENDS.has(code) || (HYPHENS.has(code) && text.charCodeAt(at - 1) === SPACE && text.charCodeAt(at + 1) === SPACE);
