import { type Address, isCompassWord } from './address.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { FoundName } from './names.ts';
import type { Word } from './words.ts';

/** What an address says besides names, which decides between namesakes. */
export interface Evidence {
  /** The last valid postcode. */
  postcode: string | undefined;
  /** Its index among the words; -1 without one. */
  postcodeAt: number;
  /**
   * A number that looks like a postcode but belongs to no commune, as companies have; only its département is known.
   */
  unknownPostcode: string | undefined;
  unknownPostcodeAt: number;
  /** From a company's postcode (CEDEX), "(75)" or the département's name; -1 if unknown. */
  department: number;
  /** The name that gives the département, if any: it is no evidence for itself. */
  departmentName: FoundName | undefined;
  /** A country other than France; -1 when none is named. */
  country: number;
  saysFrance: boolean;
}

// There are villages called Suisse and La Réunion; a real town named like a country or département would be known.
const TOWN_POPULATION = 2_000;
// Numbers after these are not postcodes: post-office boxes, door codes, flights, telephones.
const NUMBERED = new Set(
  'bp cs tsa digicode code vol flight tel telephone phone ref reservation dossier train numero no n'.split(' '),
);

/** The one postcode of the country, written like those of France beside it. */
const MONACO = '98000';

export function readEvidence(address: Address, names: FoundName[], gazetteer: Gazetteer): Evidence {
  const { words } = address;
  const evidence: Evidence = {
    postcode: undefined,
    postcodeAt: -1,
    unknownPostcode: undefined,
    unknownPostcodeAt: -1,
    department: -1,
    departmentName: undefined,
    country: -1,
    saysFrance: false,
  };
  for (const [at, word] of words.entries()) {
    if (word.text === 'france' && !word.isStreetName && !word.isAfterStreet) evidence.saysFrance = true;
    const digits = postcodeDigits(words, at);
    if (digits === undefined || NUMBERED.has(words[at - 1]?.text ?? '')) continue;
    if (gazetteer.towns.withPostcode(digits).length > 0) Object.assign(evidence, { postcode: digits, postcodeAt: at });
    else if (digits === MONACO) evidence.country = gazetteer.countryCodes.indexOf('MC');
    else readUnknownPostcode(evidence, digits, at, gazetteer);
  }
  if (evidence.department < 0) evidence.department = departmentInNumbers(words, names, gazetteer);
  readDepartmentName(evidence, names, gazetteer);
  readCountry(evidence, names, gazetteer);
  return evidence;
}

function readUnknownPostcode(evidence: Evidence, digits: string, at: number, gazetteer: Gazetteer): void {
  evidence.department = departmentOfPostcode(digits, gazetteer);
  if (evidence.department < 0) return;
  evidence.unknownPostcode = digits;
  evidence.unknownPostcodeAt = at;
}

/** "75008", "F75008", or "75 008" in two words. */
function postcodeDigits(words: readonly Word[], at: number): string | undefined {
  const text = words[at]?.text ?? '';
  if (isDigits(text, 5)) return text;
  if (text.length === 6 && text[0] === 'f' && isDigits(text.slice(1), 5)) return text.slice(1);
  const next = words[at + 1]?.text ?? '';
  return isDigits(text, 2) && isDigits(next, 3) && words[at]?.part === words[at + 1]?.part ? text + next : undefined;
}

function isDigits(text: string, length: number): boolean {
  if (text.length !== length) return false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function departmentOfPostcode(digits: string, { departments: { codes } }: Gazetteer): number {
  const prefix = digits.slice(0, 2);
  if (prefix === '20') return codes.indexOf(digits < '20200' ? '2A' : '2B');
  return codes.indexOf(prefix === '97' || prefix === '98' ? digits.slice(0, 3) : prefix);
}

function readDepartmentName(evidence: Evidence, names: FoundName[], { towns }: Gazetteer): void {
  for (const name of names) {
    const { department } = name.meaning;
    const isTown = name.meaning.towns.some((row) => towns.population(row) >= TOWN_POPULATION);
    // "Sortie nord" is no département; "Bachy Nord" names one.
    const isDirection = isCompassWord(name.text) && !followsTown(name, names);
    const isSaid = name.isWholePart || (name.endsPart && !isTown && !name.isAfterStreet && !isDirection);
    if (department < 0 || !isSaid || names.length === 1) continue;
    evidence.department = department;
    evidence.departmentName = name;
  }
}

function readCountry(evidence: Evidence, names: FoundName[], { towns }: Gazetteer): void {
  const { postcode, department } = evidence;
  const isFrenchTown = (row: number) =>
    towns.population(row) >= TOWN_POPULATION ||
    towns.department(row) === department ||
    (postcode !== undefined && towns.postcodes(row).includes(postcode));
  for (const { meaning, endsPart, isAfterStreet } of names) {
    if (meaning.country < 0 || !endsPart || isAfterStreet || meaning.towns.some(isFrenchTown)) continue;
    evidence.country = meaning.country;
  }
}

/** "(93)" in its own part, or "93" at the end of a part after a town. */
function departmentInNumbers(
  words: readonly Word[],
  names: FoundName[],
  { departments: { codes } }: Gazetteer,
): number {
  for (const [at, word] of words.entries()) {
    if (word.text.length > 3 || word.text.length < 2) continue;
    const row = codes.indexOf(word.text.toUpperCase());
    if (row < 0) continue;
    const standsAlone = words[at - 1]?.part !== word.part && words[at + 1]?.part !== word.part && at > 0;
    const endsPart = words[at + 1]?.part !== word.part;
    if (standsAlone || (endsPart && followsTown({ start: at }, names))) return row;
  }
  return -1;
}

const followsTown = ({ start }: Pick<FoundName, 'start'>, names: readonly FoundName[]): boolean =>
  names.some(({ end, meaning }) => end === start && meaning.towns.length > 0);
