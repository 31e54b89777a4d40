import type { Coordinates } from '../place.ts';
import type { StraightWay } from './roads.ts';
import { steepShare } from './steep.ts';
import { dryKm } from './waters.ts';

/** Motorways, dual carriageways, national roads, mountain roads. */
type RoadKind = 'm' | 'd' | 'n' | 'v';

/** A way over the main roads. */
export interface HighwayRoute {
  /** To the first town of the way, and from the last. */
  access: StraightWay;
  egress: StraightWay;
  /** Straight kilometres from town to town. */
  byKind: Record<RoadKind, number>;
}

export interface Highways {
  /** The quickest way; undefined where no main road is near. */
  between(from: Coordinates, to: Coordinates): HighwayRoute | undefined;
}

// Only to choose among ways: minutes per straight kilometre. How long a way takes is estimated in roads.ts.
const COSTS: Record<RoadKind, number> = { m: 0.6, d: 0.66, n: 1, v: 1.5 };
const ACCESS_COST = 1.4;
const STEEP_ACCESS_COST = 2.2;
// Further off, a main road does not shape the way.
const REACH_KM = 60;
// More would only find longer ways.
const NEAREST = 6;

interface Edge {
  to: number;
  kind: RoadKind;
  km: number;
}

/** The quickest ways from one town to all others. */
interface Reach {
  costs: Float64Array;
  byKind: Record<RoadKind, Float64Array>;
}

/** `pointOf` finds a town of the table by "name département". The ways from a town are computed when first needed. */
export function createHighways(table: readonly string[], pointOf: (town: string) => Coordinates | undefined): Highways {
  const { towns, edges } = readHighways(table, pointOf);
  const reaches: Reach[] = [];
  const reachFrom = (town: number): Reach => {
    reaches[town] ??= quickest(town, edges);
    return reaches[town];
  };
  return {
    between(from, to) {
      const ends = accessesTo(to, towns);
      let best: HighwayRoute | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const begin of accessesTo(from, towns)) {
        const { costs, byKind } = reachFrom(begin.town);
        for (const end of ends) {
          const cost = begin.cost + at(costs, end.town) + end.cost;
          if (begin.town === end.town || cost >= least) continue;
          least = cost;
          best = { access: begin.way, egress: end.way, byKind: kilometresTo(end.town, byKind) };
        }
      }
      return best;
    },
  };
}

const at = (values: Float64Array, index: number): number => values[index] ?? Number.POSITIVE_INFINITY;

const kilometresTo = (town: number, { m, d, n, v }: Reach['byKind']): HighwayRoute['byKind'] => ({
  m: at(m, town),
  d: at(d, town),
  n: at(n, town),
  v: at(v, town),
});

function readHighways(table: readonly string[], pointOf: (town: string) => Coordinates | undefined) {
  const towns: Coordinates[] = [];
  const edges: Edge[][] = [];
  const rows = new Map<string, number>();
  const rowOf = (town: string): number => {
    const known = rows.get(town);
    if (known !== undefined) return known;
    const point = pointOf(town);
    if (!point) throw new Error(`highways: no town is called ${town}`);
    rows.set(town, towns.length);
    edges.push([]);
    return towns.push(point) - 1;
  };
  for (const line of table) {
    const [kind, list = ''] = line.split('|').map((cell) => cell.trim()) as [RoadKind, string?];
    const way = list.split(';').map((town) => rowOf(town.trim()));
    for (const [index, to] of way.entries()) {
      const from = way[index - 1];
      if (from === undefined) continue;
      const km = dryKm(towns[from] as Coordinates, towns[to] as Coordinates);
      edges[from]?.push({ to, kind, km });
      edges[to]?.push({ to: from, kind, km });
    }
  }
  return { towns, edges };
}

const KM_PER_DEGREE = 111.195;

/** The ways from a point to the towns around it. */
const accessesTo = (point: Coordinates, towns: readonly Coordinates[]) =>
  nearest(point, towns).map((town) => {
    const there = towns[town] as Coordinates;
    const way = { km: dryKm(point, there), steepShare: steepShare(point, there) };
    return { town, way, cost: way.km * (ACCESS_COST + (STEEP_ACCESS_COST - ACCESS_COST) * way.steepShare) };
  });

/** The nearest towns. At this scale the map is flat; a haversine for each of them would cost more than all the rest. */
function nearest({ lat, lng }: Coordinates, towns: readonly Coordinates[]): number[] {
  const shrink = Math.cos((lat * Math.PI) / 180);
  const reach = (REACH_KM / KM_PER_DEGREE) ** 2;
  const found: { town: number; squared: number }[] = [];
  for (let town = 0; town < towns.length; town++) {
    const point = towns[town] as Coordinates;
    const north = point.lat - lat;
    const east = (point.lng - lng) * shrink;
    const squared = north * north + east * east;
    if (squared <= reach) found.push({ town, squared });
  }
  found.sort((one, other) => one.squared - other.squared);
  return found.slice(0, NEAREST).map(({ town }) => town);
}

function cheapest(open: ReadonlySet<number>, costs: Float64Array): number {
  let best = -1;
  for (const town of open) if (best < 0 || at(costs, town) < at(costs, best)) best = town;
  return best;
}

/** Dijkstra's algorithm. */
function quickest(start: number, edges: readonly (readonly Edge[])[]): Reach {
  const column = (value: number) => new Float64Array(edges.length).fill(value);
  const costs = column(Number.POSITIVE_INFINITY);
  const byKind = { m: column(0), d: column(0), n: column(0), v: column(0) };
  const open = new Set([start]);
  costs[start] = 0;
  while (open.size > 0) {
    const town = cheapest(open, costs);
    open.delete(town);
    for (const { to, kind, km } of edges[town] ?? []) {
      const cost = at(costs, town) + km * COSTS[kind];
      if (cost >= at(costs, to)) continue;
      costs[to] = cost;
      for (const column of Object.values(byKind)) column[to] = at(column, town);
      byKind[kind][to] = at(byKind[kind], town) + km;
      open.add(to);
    }
  }
  return { costs, byKind };
}
