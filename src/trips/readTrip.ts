import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { NoQuery } from '../contract/pagination.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { needs } from '../gates/keyRules.ts';
import { sendJson, tripBody } from './responses.ts';
import type { TripFinder } from './tripFinder.ts';
import { type TripPath, tripIdOf } from './tripPath.ts';
import { renderTripWithHistory } from './tripView.ts';

interface ReadTripDependencies {
  findTrip: TripFinder;
}

export const readTripRoute: FastifyPluginAsyncTypebox<ReadTripDependencies> = async (app, { findTrip }) => {
  app.get<{ Params: TripPath }>(
    '/trips/:id',
    { ...needs('trips:read'), schema: { querystring: NoQuery } },
    async (request, reply) => {
      const tripId = tripIdOf(request.params);
      const found = await findTrip({ accountId: callerOf(request).accountId, tripId });
      if (!found) throw new ApiError('TRIP_NOT_FOUND');
      return sendJson(reply, 200, tripBody(renderTripWithHistory(found.trip, found.history)));
    },
  );
};
