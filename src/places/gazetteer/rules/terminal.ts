import type { Address } from '../address.ts';
import type { KnownPlace } from '../knownPlaces.ts';

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
  const rest = text.startsWith('terminal') ? text.slice('terminal'.length) : text.startsWith('t') ? text.slice(1) : '';
  if (rest === '' || rest.length > 3) return undefined;
  return (next.length === 1 ? known(rest + next) : undefined) ?? known(rest);
}
