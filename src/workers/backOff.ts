/** A worker that served this long was not at fault from the start. */
const SOUND_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** How often in a row a worker has ended young, this time included. */
export const quickEnds = (before: number, livedMs: number): number => (livedMs < SOUND_MS ? before + 1 : 0);

/** Nothing for a worker that ends once; twice as long each time for one that ends again and again. */
export const pauseBefore = (ends: number): number =>
  ends < 2 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (ends - 2), LONGEST_PAUSE_MS);
