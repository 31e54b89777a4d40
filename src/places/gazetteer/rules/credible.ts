import { type Address, isLink } from '../address.ts';
import type { FoundName } from '../names.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import type { Candidate } from './town.ts';

const GOING_ON = new Set(['en', 'sur', 'sous', 'au', 'aux']);
// For towns of this size people write "Grasse le Plan", "Cannes la Bocca".
const GOES_ON_POPULATION = 20_000;

const CONTRACTIONS = new Set(['du', 'au', 'des', 'aux']);
// Smaller ones are named after things: "du Luc", "du Teil", "du Pin".
const CONTRACTED_POPULATION = 10_000;

/** Villages share names with everything: without a postcode, they count only where a town is expected. */
export function isCredible(
  { row, name, form, isConfirmed }: Candidate,
  { address, gazetteer: { towns } }: ParsedAddress,
): boolean {
  if (isConfirmed) return form !== 'short' || name.endsPart || name.isWholePart;
  if (name.isWholePart) return true;
  if (form === 'short') return false;
  const population = towns.population(row);
  const isLong = name.text.length >= 8;
  if (name.isAfterStreet) {
    const before = address.words[name.start - 1]?.text ?? '';
    const isTown = population >= 10_000 || (isLong && population >= 2_000);
    return isTown && form === 'exact' && name.endsPart && !isLink(before) && !towns.isOverseas(row);
  }
  if (form === 'bare' && !isContracted(name, address, population, towns.isOverseas(row))) return false;
  if (goesOn(name, address) && population < GOES_ON_POPULATION) return false;
  return population >= 10_000 || (name.text.length > 3 && population >= 2_000);
}

/** "CHU du Havre" names the town with its article; "Chez Robert" is not in Le Robert. */
const isContracted = ({ start }: FoundName, { words }: Address, population: number, isOverseas: boolean): boolean =>
  CONTRACTIONS.has(words[start - 1]?.text ?? '') && population >= CONTRACTED_POPULATION && !isOverseas;

/** "St Rémy de Pce": only the beginning of the intended name was found. */
const goesOn = ({ end, part }: FoundName, { words }: Address): boolean => {
  const next = words[end];
  return next?.part === part && (isLink(next.text) || GOING_ON.has(next.text));
};
