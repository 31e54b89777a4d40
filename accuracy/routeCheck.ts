import type { Highways } from '../src/places/embedded/highways.ts';
import type { Populations } from '../src/places/embedded/router.ts';
import type { Geocoder, Place, Router } from '../src/places/place.ts';
import { isPlace } from './addressCheck.ts';
import type { Built } from './built.ts';
import type { Observation } from './calibration.ts';
import type { Comparison } from './errorTable.ts';
import type { End, KnownRoute } from './routes.ts';

/** A known route whose two ends have become places. */
interface PlacedRoute {
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

/** At their true coordinates, which leaves the router's own error. */
export const atCoordinates = ({ route, from, to }: PlacedRoute): PlacedRoute => ({
  route,
  from: exactly(route.from, from),
  to: exactly(route.to, to),
});

const exactly = ({ text, lat, lng }: End, { precision }: Place): Place => ({
  ...{ label: text, lat, lng },
  precision: precision === 'airport' ? precision : 'coordinates',
});

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
export function observe(placed: PlacedRoute, built: Built, populations: Populations, highways: Highways): Observation {
  const { km, minutes } = placed.route;
  const { from, to } = atCoordinates(placed);
  const peopleAround = (end: Place) => built.peopleAround(end, populations);
  return {
    way: { km: built.dryKm(from, to), steepShare: built.steepShare(from, to) },
    highway: highways.between(from, to),
    people: { from: peopleAround(from), to: peopleAround(to) },
    km,
    minutes,
  };
}
