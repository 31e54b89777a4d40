import { greatCircleKm } from '../embedded/greatCircle.ts';
import { type Coordinates, PlacesUnavailable, type Road } from '../place.ts';

/**
 * A place may be this far off the nearest road; a longer way to it is not part of the route and would not be priced.
 */
export const MAX_OFF_ROAD_KM = 2;
const MAX_ROAD_KM = 20_000;
const FASTEST_KM_PER_HOUR = 200;
// Slower than walking all the way, beyond an hour of waiting for a ferry.
const SLOWEST_KM_PER_HOUR = 4;
// The great circle assumes a sphere, roads follow the real Earth; they differ by half a percent, maps by more.
const MIN_PER_GREAT_CIRCLE = 0.95;

interface Measurement {
  from: Coordinates;
  to: Coordinates;
  distanceKm: number;
  durationMinutes: number;
  /** From either place to the road. */
  offRoadKm: readonly [from: number, to: number];
}

/** The road that a router measured, unless it is implausible. Undefined if it is too far from one of the places. */
export function measuredRoad(name: string, measurement: Measurement): Road | undefined {
  const { distanceKm, durationMinutes, offRoadKm } = measurement;
  if (!isPossible(measurement)) throw new PlacesUnavailable(`${name} answered with an implausible road`);
  if (Math.max(...offRoadKm) > MAX_OFF_ROAD_KM) return undefined;
  return { distanceKm, durationMinutes, isEstimated: false };
}

function isPossible({ from, to, distanceKm, durationMinutes, offRoadKm }: Measurement): boolean {
  const atLeastKm = MIN_PER_GREAT_CIRCLE * greatCircleKm(from, to) - offRoadKm[0] - offRoadKm[1];
  const atLeastMinutes = (distanceKm / FASTEST_KM_PER_HOUR) * 60;
  const atMostMinutes = (distanceKm / SLOWEST_KM_PER_HOUR) * 60 + 60;
  return (
    distanceKm >= Math.max(0, atLeastKm) &&
    distanceKm <= MAX_ROAD_KM &&
    durationMinutes >= atLeastMinutes &&
    durationMinutes <= atMostMinutes
  );
}
