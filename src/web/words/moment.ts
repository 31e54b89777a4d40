import { inLanguages } from '../words.ts';

/** Of two times that look the same, in the night in which clocks go back. */
export const momentWords = inLanguages(
  { first: 'summer time', second: 'winter time' },
  { first: 'heure d’été', second: 'heure d’hiver' },
);
