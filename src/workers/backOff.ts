/** A worker that served this long was not at fault from the start. */
const SOUND_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** How often in a row the workers of a place have ended, this time included; one that served for long begins anew. */
export const endsInARow = (before: number, servedMs: number): number => (servedMs < SOUND_MS ? before + 1 : 1);

/** Nothing for a worker that ends once; twice as long each time for one that ends again and again. */
export const pauseBefore = (ends: number): number =>
  ends < 2 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (ends - 2), LONGEST_PAUSE_MS);
