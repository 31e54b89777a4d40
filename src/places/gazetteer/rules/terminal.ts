import type { Address } from '../address.ts';
import type { KnownPlace } from '../knownPlaces.ts';
import type { ParsedAddress } from '../parsedAddress.ts';

const ANNOUNCES = new Set(['terminal', 'term', 't', 'aerogare', 'hall', 'terminaux']);

/**
 * The terminal named in an address, as the airport's table writes it: "2e" of "terminal 2 E", "T2E", or "2E" right
 * after the airport.
 */
export function terminalIn({ words }: Address, airport: KnownPlace, afterName: number): string | undefined {
  const { terminals } = airport;
  if (!terminals || terminals.size === 0) return undefined;
  const known = (text: string) => (terminals.has(text) ? text : undefined);
  /** A number and its letter may be separate. */
  const readAt = (at: number): string | undefined => {
    const text = words[at]?.text ?? '';
    const next = words[at + 1]?.text ?? '';
    return (next.length === 1 ? known(text + next) : undefined) ?? known(text);
  };
  for (const [at, { text }] of words.entries()) {
    if (ANNOUNCES.has(text)) {
      const terminal = readAt(at + 1);
      if (terminal) return terminal;
    }
    const joined = joinedTerminal(text, words[at + 1]?.text ?? '', known);
    if (joined) return joined;
  }
  return readAt(afterName);
}

/** "t2e", "t2 e", "terminal2e". */
function joinedTerminal(text: string, next: string, known: (text: string) => string | undefined): string | undefined {
  const rest = afterAnnouncement(text);
  if (rest === '' || rest.length > 3) return undefined;
  return (next.length === 1 ? known(rest + next) : undefined) ?? known(rest);
}

const afterAnnouncement = (text: string): string =>
  text.startsWith('terminal') ? text.slice('terminal'.length) : text.startsWith('t') ? text.slice(1) : '';

// "9", "2z". Longer numbers are postcodes and flights.
const NUMBER = /^\d{1,2}[a-z]?$/;
// "terminal à", "terminal d'arrivée".
const NO_LETTERS = new Set(['a', 'd', 'l']);

/**
 * Whether an address in which no terminal was found names one all the same: "CDG terminal 9", "Orly 7". Not for an
 * airport of which no terminal is known: its point stands for all of them.
 */
export function saysOtherTerminal(
  { terminals }: KnownPlace,
  afterName: number,
  { address: { words }, evidence, gazetteer: { departments } }: ParsedAddress,
): boolean {
  if (!terminals || terminals.size === 0) return false;
  const isNumber = (at: number) => NUMBER.test(words[at]?.text ?? '');
  const isLetter = (at: number) => /^[a-z]$/.test(words[at]?.text ?? '') && !NO_LETTERS.has(words[at]?.text ?? '');
  const isSaid = words.some(
    ({ text }, at) =>
      (ANNOUNCES.has(text) && (isNumber(at + 1) || isLetter(at + 1))) || NUMBER.test(afterAnnouncement(text)),
  );
  // In another part, a number with other words is that of a house: "Orly, 7 rue".
  const isNamesPart = words[afterName]?.part === words[afterName - 1]?.part;
  const endsPart = words[afterName]?.part !== words[afterName + 1]?.part;
  const isDepartment = words[afterName]?.text === departments.codes[evidence.department];
  return isSaid || (isNumber(afterName) && !isDepartment && (isNamesPart || endsPart));
}
