import type { Coordinates } from '../place.ts';
import { CONTINENTS } from './lands/continents.ts';
import { FRENCH_ISLANDS } from './lands/frenchIslands.ts';
import { MEDITERRANEAN_ISLANDS } from './lands/mediterraneanIslands.ts';
import { NORTHERN_ISLANDS } from './lands/northernIslands.ts';
import { covers, type Land, overlap } from './lands/shapes.ts';
import { WORLD_ISLANDS } from './lands/worldIslands.ts';

// Islands first: the outlines of the continents cover the sea around them.
const LANDS = [...FRENCH_ISLANDS, ...NORTHERN_ISLANDS, ...MEDITERRANEAN_ISLANDS, ...WORLD_ISLANDS, ...CONTINENTS];

// The lands that overlap a square of one degree: usually one of two hundred. Filled on demand.
const landsBySquare = new Map<number, readonly Land[]>();

function landsAround({ lat, lng }: Coordinates): readonly Land[] {
  const [south, west] = [Math.floor(lat), Math.floor(lng)];
  const square = south * 1_000 + west;
  let lands = landsBySquare.get(square);
  if (lands === undefined) {
    lands = LANDS.filter((land) => overlap(land, { south, west, north: south + 1, east: west + 1 }));
    landsBySquare.set(square, lands);
  }
  return lands;
}

/** The land that contains a point, by name. Roads lead anywhere on it and nowhere beyond. Undefined at sea. */
export const landOf = (point: Coordinates): string | undefined =>
  landsAround(point).find((land) => covers(land, point))?.name;
