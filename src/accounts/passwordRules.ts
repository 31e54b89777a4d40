/** Why a password of sufficient length is refused. */
export type PasswordWeakness = 'repetition' | 'personal' | 'common';

/** How many characters must remain once everything that is easily guessed is removed. */
const MIN_REST = 4;

/** What people choose when they must choose something, in English and French, without accents. */
const COMMON_WORDS = (
  'password passwort passw pass motdepasse secret geheim admin administrator administrateur root user guest login ' +
  'welcome bienvenue letmein changeme default hello bonjour salut iloveyou jetaime love amour azerty qwerty dragon ' +
  'monkey master shadow sunshine soleil football baseball basketball princess princesse superman batman pokemon ' +
  'starwars chouchou doudou loulou cheval chocolat coucou trustno computer ordinateur internet google facebook apple ' +
  'samsung microsoft windows android iphone company entreprise societe bureau office test demo trip trips tripbooking ' +
  'booking chauffeur driver taxi vtc uber voiture mercedes berline dashboard france paris marseille lyon toulouse nice ' +
  'nantes bordeaux lille summer winter spring autumn printemps hiver automne january february march april june july ' +
  'august september october november december janvier fevrier mars avril juin juillet aout septembre octobre novembre ' +
  'decembre monday tuesday wednesday thursday friday saturday sunday lundi mardi mercredi jeudi vendredi samedi dimanche'
).split(' ');

/** Along the alphabet, the digits and the rows of keyboards, forwards and backwards. */
const SEQUENCES = [
  ...['abcdefghijklmnopqrstuvwxyzabc', '01234567890123'],
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
].flatMap((row) => [row, [...row].reverse().join('')]);
const MIN_RUN = 3;

/** The weakness of a password that somebody chose, if any; `personal` is what others know of that person. */
export function weaknessOf(password: string, personal: readonly string[]): PasswordWeakness | undefined {
  const text = plain(password);
  if (isRepetition(text)) return 'repetition';
  const impersonal = without(text, personal.flatMap(wordsOf));
  if (impersonal !== text && withoutRuns(impersonal).length < MIN_REST) return 'personal';
  return withoutRuns(without(impersonal, COMMON_WORDS)).length < MIN_REST ? 'common' : undefined;
}

const DISGUISES: Record<string, string> = { '@': 'a', $: 's', '€': 'e', '!': 'i' };

/** Lower case without accents, spaces and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[@$€!]/g, (sign) => DISGUISES[sign] ?? '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A few characters over and over, such as aaaa… or passwordpassword. */
function isRepetition(text: string): boolean {
  if (new Set(text).size < MIN_REST) return true;
  const periods = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1);
  return periods.some((period) => text.slice(period) === text.slice(0, -period));
}

/** Removes runs of a sequence, such as 123456 or qwerty. */
function withoutRuns(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at);
    if (length === 0) rest += text[at];
    at += Math.max(1, length);
  }
  return rest;
}

/** The length of the run that begins here; 0 if none does. */
function runAt(text: string, at: number): number {
  let length = MIN_RUN - 1;
  while (at + length < text.length && SEQUENCES.some((row) => row.includes(text.slice(at, at + length + 1))))
    length += 1;
  return length >= MIN_RUN ? length : 0;
}

/** The words of a name or an e-mail address that are long enough to matter, and all of it together. */
const wordsOf = (text: string): string[] =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)].map(plain).filter((word) => word.length >= MIN_REST);

/** Longer words first, so that none hides a longer one. */
const without = (text: string, words: readonly string[]): string =>
  [...words].sort((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ''), text);
