import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Coordinates, Router } from '../place.ts';
import { expected } from './expected.ts';
import type { Ask } from './http.ts';
import { MAX_OFF_ROAD_KM, measuredRoad } from './road.ts';

const Answer = Type.Object({
  trip: Type.Object({
    status: Type.Literal(0),
    units: Type.Literal('kilometers'),
    summary: Type.Object({ length: Type.Number(), time: Type.Number() }),
  }),
});
/**
 * 154: farther apart than this server is configured to route, which any client can ask for; 170: in unconnected parts
 * of the map; 171: no road near one of them; 442: no route.
 */
const NoRoad = Type.Object({ error_code: Type.Enum([154, 170, 171, 442]) });

/** Valhalla: lengths in kilometres, times in seconds. */
export function valhallaRouter(ask: Ask): Router {
  return {
    async route(from, to) {
      const body = { locations: [location(from), location(to)], costing: 'auto', units: 'km', directions_type: 'none' };
      const answer = await ask({ path: 'route', body });
      if (answer.status === 400 && Value.Check(NoRoad, answer.body)) return undefined;
      const { summary } = expected(Answer, answer, 'valhalla').trip;
      return measuredRoad('valhalla', {
        from,
        to,
        distanceKm: summary.length,
        durationMinutes: summary.time / 60,
        // It does not say how far away the road is, only that it was within reach.
        offRoadKm: [MAX_OFF_ROAD_KM, MAX_OFF_ROAD_KM],
      });
    },
  };
}

const location = ({ lat, lng }: Coordinates) => ({ lat, lon: lng, search_cutoff: MAX_OFF_ROAD_KM * 1000 });
