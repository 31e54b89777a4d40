import { type Coordinates, isCentre, type Place, type Road, type Router } from '../place.ts';
import { greatCircleKm } from './greatCircle.ts';
import type { Highways } from './highways.ts';
import { landOf } from './landMasses.ts';
import { EUROPE, GREAT_BRITAIN } from './lands/continents.ts';
import { DETOUR, estimateLeg, PACE, SURROUNDINGS_KM } from './roads.ts';
import { steepShare } from './steep.ts';
import { dryKm } from './waters.ts';

/** The population around a point; a ride through many people is slow. */
export interface Populations {
  populationWithin(point: Coordinates, km: number): number;
}

type Leg = Pick<Road, 'distanceKm' | 'durationMinutes'>;

// A town's centre represents all its addresses: two addresses of one town are about this far apart by road.
const WITHIN_TOWN_KM = 3;
// A shorter ride is all first and last kilometres: no main road makes it quicker.
const SHORT_KM = 7;
// Points of the gazetteer closer than this are the same.
const SAME_POINT_KM = 0.01;

// The Channel Tunnel: its two terminals, the track between them, and 35 minutes on the train plus 25 to board and
// leave.
const FOLKESTONE: Coordinates = { lat: 51.0955, lng: 1.1214 };
const COQUELLES: Coordinates = { lat: 50.9316, lng: 1.8108 };
const TUNNEL: Leg = { distanceKm: 50, durationMinutes: 60 };

/** An airport is beside a motorway, however many people live around it. */
export const peopleAround = (end: Coordinates | Place, populations: Populations): number =>
  'precision' in end && end.precision === 'airport' ? 0 : populations.populationWithin(end, SURROUNDINGS_KM);

/**
 * Estimates roads without a map: from the straight line, the waters and mountains on it, the main roads near it, and the
 * population around both ends.
 */
export function createEmbeddedRouter(populations: Populations, highways?: Highways): Router {
  function leg(from: Coordinates | Place, to: Coordinates | Place, leastKm = 0): Leg {
    const way = { km: dryKm(from, to), steepShare: steepShare(from, to) };
    const people = { from: peopleAround(from, populations), to: peopleAround(to, populations) };
    const highway = way.km < SHORT_KM ? undefined : highways?.between(from, to);
    return estimateLeg(way, highway, people, { detour: DETOUR, pace: PACE }, leastKm);
  }

  function find(from: Place, to: Place): Leg | undefined {
    const fromLand = landOf(from);
    const toLand = landOf(to);
    if (fromLand === undefined || toLand === undefined) return undefined;
    if (fromLand === toLand) return leg(from, to, leastRoadKm(from, to));
    if (fromLand === GREAT_BRITAIN && toLand === EUROPE) return sum(leg(from, FOLKESTONE), TUNNEL, leg(COQUELLES, to));
    if (fromLand === EUROPE && toLand === GREAT_BRITAIN) return sum(leg(from, COQUELLES), TUNNEL, leg(FOLKESTONE, to));
    return undefined;
  }

  return {
    route: async (from, to) => {
      const road = find(from, to);
      return road === undefined ? undefined : { ...road, isEstimated: true };
    },
  };
}

const sum = (...legs: Leg[]): Leg => ({
  distanceKm: legs.reduce((km, each) => km + each.distanceKm, 0),
  durationMinutes: legs.reduce((minutes, each) => minutes + each.durationMinutes, 0),
});

/**
 * The shortest plausible road: zero for the same exact address; for two that the gazetteer cannot tell apart, a typical
 * distance within a town.
 */
export function leastRoadKm(from: Place, to: Place): number {
  if (isCentre(from) || isCentre(to)) return WITHIN_TOWN_KM;
  if (from.precision === 'coordinates' && to.precision === 'coordinates') return 0;
  const areOnePoint = greatCircleKm(from, to) < SAME_POINT_KM;
  return areOnePoint && from.label !== to.label ? WITHIN_TOWN_KM : 0;
}
