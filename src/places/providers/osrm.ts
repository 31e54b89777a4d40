import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Coordinates, Router } from '../place.ts';
import { expected } from './expected.ts';
import type { Ask, HttpAnswer } from './http.ts';
import { MAX_OFF_ROAD_KM, measuredRoad } from './road.ts';

const Waypoint = Type.Object({ distance: Type.Number({ minimum: 0 }) });
const Answer = Type.Object({
  code: Type.Literal('Ok'),
  routes: Type.Array(Type.Object({ distance: Type.Number(), duration: Type.Number() }), { minItems: 1 }),
  waypoints: Type.Tuple([Waypoint, Waypoint]),
});
/** No road between the two, or none near one of them: sent with status 400. */
const NoRoad = Type.Object({ code: Type.Enum(['NoRoute', 'NoSegment']) });

/** OSRM: distances in metres, durations in seconds. */
export function osrmRouter(ask: Ask): Router {
  return {
    async route(from, to) {
      const metres = MAX_OFF_ROAD_KM * 1000;
      const answer = await ask({
        path: `route/v1/driving/${position(from)};${position(to)}`,
        query: { overview: 'false', radiuses: `${metres};${metres}` },
      });
      if (saysNoRoad(answer)) return undefined;
      const { routes, waypoints } = expected(Answer, answer, 'osrm');
      const [route] = routes;
      return measuredRoad('osrm', {
        from,
        to,
        distanceKm: (route?.distance ?? Number.NaN) / 1000,
        durationMinutes: (route?.duration ?? Number.NaN) / 60,
        offRoadKm: [waypoints[0].distance / 1000, waypoints[1].distance / 1000],
      });
    },
  };
}

// Six decimals are ten centimetres; without toFixed a number might be written 1e-7.
const position = ({ lat, lng }: Coordinates) => `${lng.toFixed(6)},${lat.toFixed(6)}`;

const saysNoRoad = ({ status, body }: HttpAnswer) => (status === 400 || status === 200) && Value.Check(NoRoad, body);
