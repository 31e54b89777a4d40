import { readFileSync } from 'node:fs';
import type { Coordinates } from '../place.ts';

/** The lines of a hand-written table, without comments. The build copies the tables beside the compiled file. */
export const linesOf = (table: string): string[] =>
  readFileSync(new URL(`./tables/${table}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Other names of foreign cities, by the source's name and country, as "London GB". */
export const CITY_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  linesOf('cityNames.txt').map((line) => {
    const [city = '', names = ''] = line.split(':');
    return [city, names.split(',').map((name) => name.trim())];
  }),
);

const pointsIn = (table: string): ReadonlyMap<string, Coordinates> =>
  new Map(
    linesOf(table)
      .flatMap((line) => line.split(';'))
      .map((entry) => {
        const words = entry.trim().split(' ');
        const [lat, lng] = words.slice(-2);
        return [words.slice(0, -2).join(' '), { lat: Number(lat), lng: Number(lng) }];
      }),
  );

export const POSTCODE_POINTS = pointsIn('postcodes.txt');

/** By INSEE code. */
export const ISLAND_POINTS = pointsIn('islands.txt');

/** By name and département: "Giverny 27". */
export const VILLAGE_POINTS = pointsIn('villages.txt');

/** The main roads: see the table. */
export const HIGHWAYS = linesOf('highways.txt');
