import type { Coordinates } from '../place.ts';
import { greatCircleKm } from './greatCircle.ts';
import { boxAround, overlap } from './lands/shapes.ts';
import { WATERS } from './lands/waters.ts';

/** The straight line, or the shortest way round a water it crosses. */
export function dryKm(from: Coordinates, to: Coordinates): number {
  const way = boxAround([from, to]);
  const water = WATERS.find((each) => overlap(each, way) && crosses(each.line, from, to));
  if (water === undefined) return greatCircleKm(from, to);
  return Math.min(...water.waysRound.map((way) => greatCircleKm(from, way) + greatCircleKm(way, to)));
}

function crosses(line: readonly Coordinates[], from: Coordinates, to: Coordinates): boolean {
  let begin: Coordinates | undefined;
  for (const end of line) {
    if (begin !== undefined && meet(begin, end, from, to)) return true;
    begin = end;
  }
  return false;
}

/** Two segments intersect when each has its ends on both sides of the other; at this scale the map is flat. */
function meet(a: Coordinates, b: Coordinates, c: Coordinates, d: Coordinates): boolean {
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

const side = (a: Coordinates, b: Coordinates, point: Coordinates): boolean =>
  (b.lng - a.lng) * (point.lat - a.lat) > (b.lat - a.lat) * (point.lng - a.lng);
