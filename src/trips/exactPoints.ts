import type { ChangeAuthor } from './tripRow.ts';

/**
 * Whether a trip's coordinates say where its addresses are. Callers of the API send both. In the dashboard an address is typed, and
 * its coordinates are what the geocoder made of it, perhaps the centre of the town; how precise they are is not stored.
 */
export const hasExactPoints = (bookedBy: ChangeAuthor | undefined): boolean => bookedBy === 'API';
