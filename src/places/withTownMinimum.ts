import { leastRoadKm } from './embedded/router.ts';
import type { Router } from './place.ts';

/**
 * A router measures from point to point, and the point of an address known only by its town is the town's centre: the
 * distance between two addresses of one town would be zero. If the measured road is shorter than the typical distance
 * within a town, the estimate, which allows for that, is used and marked as one.
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
