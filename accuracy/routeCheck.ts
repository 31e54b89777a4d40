import type { Populations } from '../src/places/embedded/router.ts';
import type { Geocoder, Place, Router } from '../src/places/place.ts';
import { isPlace } from './addressCheck.ts';
import type { Built } from './built.ts';
import { calibrate, type Observation, type RoadConstants } from './calibration.ts';
import type { Comparison } from './errorTable.ts';
import type { End, KnownRoute } from './routes.ts';

/** A known route whose two ends have become places. */
export interface PlacedRoute {
  route: KnownRoute;
  from: Place;
  to: Place;
}

export const nameOf = ({ from, to }: KnownRoute): string => `${from.text} → ${to.text}`;

/** From text, as in a quote; also returns the routes that the geocoder refuses. */
export async function placeByText(geocoder: Geocoder, routes: readonly KnownRoute[]) {
  const placed: PlacedRoute[] = [];
  const unplaced: string[] = [];
  for (const route of routes) {
    const [from, to] = [await geocoder.place(route.from.text), await geocoder.place(route.to.text)];
    if (isPlace(from) && isPlace(to)) placed.push({ route, from, to });
    else unplaced.push(nameOf(route));
  }
  return { placed, unplaced };
}

/** From true coordinates, which leaves the router's own error. */
export const placeByCoordinates = (routes: readonly KnownRoute[]): PlacedRoute[] =>
  routes.map((route) => ({ route, from: exactly(route.from), to: exactly(route.to) }));

const exactly = ({ text, lat, lng }: End): Place => ({ label: text, lat, lng, precision: 'coordinates' });

export async function compare(router: Router, placed: readonly PlacedRoute[]) {
  const comparisons: Comparison[] = [];
  const roadless: string[] = [];
  for (const { route, from, to } of placed) {
    const road = await router.route(from, to);
    if (road === undefined) roadless.push(nameOf(route));
    else comparisons.push(comparison(route, road));
  }
  return { comparisons, roadless };
}

const comparison = (route: KnownRoute, road: { distanceKm: number; durationMinutes: number }): Comparison => ({
  name: nameOf(route),
  km: route.km,
  minutes: route.minutes,
  estimatedKm: road.distanceKm,
  estimatedMinutes: road.durationMinutes,
});

/** From true coordinates, so that errors of the geocoder do not affect the constants. */
export function observe(route: KnownRoute, built: Built, populations: Populations): Observation {
  const { from, to, km, minutes } = route;
  const peopleAround = (end: End) => populations.populationWithin(end, built.roads.SURROUNDINGS_KM);
  return {
    way: { km: built.dryKm(from, to), steepShare: built.steepShare(from, to) },
    people: { from: peopleAround(from), to: peopleAround(to) },
    km,
    minutes,
  };
}

/** Each route estimated with constants that were calibrated without it. */
export async function leaveOneOut(
  placed: readonly PlacedRoute[],
  observations: ReadonlyMap<KnownRoute, Observation>,
  built: Built,
  routerWith: (constants: RoadConstants) => Router,
  onProgress: (done: number) => void,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const [done, { route, from, to }] of placed.entries()) {
    onProgress(done);
    const others = [...observations].filter(([other]) => other !== route).map(([, observation]) => observation);
    const road = await routerWith(calibrate(others, built.roads)).route(from, to);
    if (road !== undefined) comparisons.push(comparison(route, road));
  }
  return comparisons;
}
