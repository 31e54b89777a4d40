import type { Coordinates } from '../place.ts';

// The mean radius: the Earth's flattening is far below the error of everything computed from this.
const EARTH_RADIUS_KM = 6371.0088;
const RADIANS_PER_DEGREE = Math.PI / 180;

/** The haversine formula, which stays exact for points metres apart. */
export function greatCircleKm(from: Coordinates, to: Coordinates): number {
  const fromLat = from.lat * RADIANS_PER_DEGREE;
  const toLat = to.lat * RADIANS_PER_DEGREE;
  const sinHalfLat = Math.sin((toLat - fromLat) / 2);
  const sinHalfLng = Math.sin(((to.lng - from.lng) * RADIANS_PER_DEGREE) / 2);
  const haversine = sinHalfLat * sinHalfLat + Math.cos(fromLat) * Math.cos(toLat) * sinHalfLng * sinHalfLng;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
