import type { Coordinates } from '../../place.ts';

/** In degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

export interface Land extends Box {
  name: string;
  /** Corners in order around the land; without them the box is the land. */
  outline?: readonly Coordinates[];
}

export const boxed = (name: string, south: number, west: number, north: number, east: number): Land => ({
  name,
  south,
  west,
  north,
  east,
});

export function outlined(name: string, corners: string): Land {
  const outline = readCorners(corners);
  return { name, ...boxAround(outline), outline };
}

export function boxAround(points: readonly Coordinates[]): Box {
  const box = { south: 90, west: 180, north: -90, east: -180 };
  for (const { lat, lng } of points) {
    if (lat < box.south) box.south = lat;
    if (lat > box.north) box.north = lat;
    if (lng < box.west) box.west = lng;
    if (lng > box.east) box.east = lng;
  }
  return box;
}

export const overlap = (one: Box, other: Box): boolean =>
  one.south <= other.north && one.north >= other.south && one.west <= other.east && one.east >= other.west;

/** Points written "latitude longitude, latitude longitude, …", which keeps the tables readable. */
export function readCorners(text: string): Coordinates[] {
  return text.split(',').map((corner) => {
    const [lat = Number.NaN, lng = Number.NaN] = corner.trim().split(/\s+/).map(Number);
    return { lat, lng };
  });
}

export function covers(land: Land, { lat, lng }: Coordinates): boolean {
  if (lat < land.south || lat > land.north || lng < land.west || lng > land.east) return false;
  return land.outline === undefined || isInside(land.outline, { lat, lng });
}

/** Counts the sides that a line from the point to the east crosses: an odd number means inside. */
function isInside(outline: readonly Coordinates[], { lat, lng }: Coordinates): boolean {
  let inside = false;
  let begin = outline.at(-1);
  for (const end of outline) {
    if (begin !== undefined && end.lat > lat !== begin.lat > lat) {
      const crossingLng = begin.lng + ((lat - begin.lat) / (end.lat - begin.lat)) * (end.lng - begin.lng);
      if (lng < crossingLng) inside = !inside;
    }
    begin = end;
  }
  return inside;
}
