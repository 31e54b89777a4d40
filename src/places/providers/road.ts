import { greatCircleKm } from '../embedded/greatCircle.ts';
import { type Coordinates, PlacesUnavailable, type Road } from '../place.ts';

/** A place may stand this far off the nearest road; the drive from farther is not the router's to price. */
export const MAX_OFF_ROAD_KM = 2;
const MAX_ROAD_KM = 20_000;
const FASTEST_KM_PER_HOUR = 200;
// Slower than walking all the way, beyond an hour of waiting for a ferry.
const SLOWEST_KM_PER_HOUR = 4;
// The great circle is drawn on a sphere, roads on the real Earth; they differ by half a percent, maps by more.
const MIN_PER_GREAT_CIRCLE = 0.95;

export interface Measurement {
  from: Coordinates;
  to: Coordinates;
  distanceKm: number;
  durationMinutes: number;
  /** From both places to the road, together. */
  offRoadKm: number;
}

/** The road as a router measured it, unless no road can be like that. */
export function measuredRoad(name: string, measurement: Measurement): Road {
  const { distanceKm, durationMinutes } = measurement;
  if (!isPossible(measurement)) throw new PlacesUnavailable(`${name} answered with a road that cannot be`);
  return { distanceKm, durationMinutes, isEstimated: false };
}

function isPossible({ from, to, distanceKm, durationMinutes, offRoadKm }: Measurement): boolean {
  const atLeastKm = MIN_PER_GREAT_CIRCLE * greatCircleKm(from, to) - offRoadKm;
  const atLeastMinutes = (distanceKm / FASTEST_KM_PER_HOUR) * 60;
  const atMostMinutes = (distanceKm / SLOWEST_KM_PER_HOUR) * 60 + 60;
  return (
    distanceKm >= Math.max(0, atLeastKm) &&
    distanceKm <= MAX_ROAD_KM &&
    durationMinutes >= atLeastMinutes &&
    durationMinutes <= atMostMinutes
  );
}
