import { leastRoadKm } from './embedded/router.ts';
import type { Router } from './place.ts';

/**
 * A router measures from point to point, and the point of an address known only by its town is the town's centre: two
 * doors of one town would be no way at all. Where the measured road is shorter than two such doors can be told apart, the
 * estimate, which knows of that, is the better answer, and says that it is one.
 */
export function withTownMinimum(router: Router, estimating: Router): Router {
  return {
    async route(from, to) {
      const road = await router.route(from, to);
      const isTooShort = road !== undefined && road.distanceKm < leastRoadKm(from, to);
      return isTooShort ? estimating.route(from, to) : road;
    },
  };
}
