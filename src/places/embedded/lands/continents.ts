import { type Land, outlined } from './shapes.ts';

export const GREAT_BRITAIN = 'Great Britain';
export const EUROPE = 'Europe';

// Rough outlines, drawn through the sea, so that no port falls outside; islands are looked up before them. Lands that a road
// joins but nobody is driven across (Europe and Asia, Asia and Africa) are kept apart on purpose.
export const CONTINENTS: readonly Land[] = [
  // Through the middle of the Channel: Dover to the north, Calais to the south.
  outlined(
    GREAT_BRITAIN,
    `49.8 -6.0, 50.0 -3.0, 50.5 0.3, 50.85 1.05, 51.1 1.45, 51.35 1.55, 52.6 1.9, 58.7 -1.5,
    58.7 -5.2, 57.5 -7.0, 55.2 -6.6, 54.5 -5.3, 51.5 -5.6`,
  ),
  // Along the sea between Tangier and Tarifa, round Tunisia, down the Suez Canal and the Red Sea.
  outlined(
    'Africa',
    `35.95 -6.5, 35.95 -5.0, 36.2 -2.0, 37.2 3.0, 37.5 8.0, 37.6 10.0, 37.3 11.4, 34.5 12.5,
    33.5 23.0, 31.6 32.35, 29.9 32.55, 27.7 34.0, 12.4 43.3, 12.5 51.8, -15 41.5, -26 34, -30 32.5,
    -36 27, -36 17, -23 13.8, -12 12.5, -1 8.4, 4 7.5, 3.5 -8, 14.8 -18, 21 -17.4, 24 -16.3,
    28 -13.4`,
  ),
  // Close along the Atlantic coast, so that a point out at sea is on no land. With Turkey, over the bridges of the Bosphorus,
  // and the Caucasus; the Urals are the end.
  outlined(
    EUROPE,
    `35.95 -10, 44.0 -10, 44.2 -2.2, 46.5 -3, 47.5 -4.9, 48.75 -5, 49.0 -3.5, 49.9 -2.2, 50.3 0,
    50.7 1.4, 50.95 1.5, 51.2 2, 51.6 3, 53 4.4, 53.7 6, 55.5 7.9, 57.2 8.2, 58 6, 59 4.8, 62 4.6,
    72 12, 72 60, 51 60, 46 49.5, 38.4 49.5, 38.9 44.8, 37.1 44.8, 37.1 42.4, 36.6 40, 36.6 37,
    35.8 36.4, 35.8 11, 35.95 -5`,
  ),
  outlined(
    'Asia',
    `31.6 32.35, 29.9 32.55, 27.7 34.0, 12.4 43.3, 12.5 45.5, 16 55, 22.5 60.5, 25 60, 24.5 67,
    20 71, 7.8 77, 9 79.45, 13 81, 21 88, 15 94, 7 98, 4 99.9, 1.15 103.4, 1.2 104.2, 8 105.5,
    12 110, 18 107.5, 20 111, 22 114.8, 25 120, 30 122.6, 37 123, 34 125.5, 34 127.5, 35.2 129.8,
    38 129.8, 43 135.5, 48 140.5, 53 141.5, 59 143, 60 157, 51 156.5, 52 159, 60 171, 65 180,
    78 105, 72 55, 36 35.4, 33 34.6`,
  ),
  // No road crosses the Darién between the two Americas.
  outlined(
    'North America',
    `7.2 -78.0, 7.0 -81, 13 -91, 15.5 -98, 22 -110.5, 40 -125.5, 48.3 -125.2, 54 -133, 58 -140,
    54.5 -166, 66 -170, 72 -160, 75 -80, 62 -64, 52 -55, 46.5 -59, 43 -65, 41 -69.8, 35 -75,
    25 -79.8, 24.3 -82, 28 -90, 21.8 -86.6, 15.2 -82.7, 9.8 -82, 9.8 -79, 8.7 -77.4`,
  ),
  // French Guiana is on it.
  outlined(
    'South America',
    `8.6 -77.35, 11 -75, 12.6 -72, 10.95 -62.2, 9 -60, 5 -51, 0 -49, -5 -34.5, -8 -34.5, -23 -41,
    -35 -52.5, -38.5 -57, -56 -66, -56 -72, -45 -76, -18 -71, -5 -81.8, 1 -80.5, 7.2 -78.1`,
  ),
];
