import type { Geocoder, Router } from '../src/places/place.ts';
import { isPlace } from './addressCheck.ts';
import { quantile } from './errorTable.ts';
import type { KnownRoute } from './routes.ts';

export interface Cost {
  quotes: number;
  medianMicroseconds: number;
  p99Microseconds: number;
  /** The road's part of the median. */
  roadMicroseconds: number;
}

const WARM_UP_ROUNDS = 5;
const ROUNDS = 40;

/** Geocodes both addresses and routes between them, as a quote does. */
export async function measureCost(geocoder: Geocoder, router: Router, routes: readonly KnownRoute[]): Promise<Cost> {
  const whole: number[] = [];
  const roads: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const route of routes) {
      const begin = process.hrtime.bigint();
      const [from, to] = [await geocoder.place(route.from.text), await geocoder.place(route.to.text)];
      const placed = process.hrtime.bigint();
      if (isPlace(from) && isPlace(to)) await router.route(from, to);
      const end = process.hrtime.bigint();
      if (round < WARM_UP_ROUNDS) continue;
      whole.push(Number(end - begin) / 1_000);
      roads.push(Number(end - placed) / 1_000);
    }
  }
  return {
    quotes: whole.length,
    medianMicroseconds: quantile(whole, 0.5),
    p99Microseconds: quantile(whole, 0.99),
    roadMicroseconds: quantile(roads, 0.5),
  };
}
