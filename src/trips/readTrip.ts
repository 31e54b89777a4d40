import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { TripWithHistoryResponse } from '../contract/answers.ts';
import { NoQuery } from '../contract/pagination.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { sendRendered } from './rendered.ts';
import type { TripFinder } from './tripFinder.ts';
import { type TripPath, tripIdOf } from './tripPath.ts';
import { renderTripWithHistory } from './tripView.ts';

export interface ReadTripDependencies {
  findTrip: TripFinder;
}

export const readTripRoute: FastifyPluginAsyncTypebox<ReadTripDependencies> = async (app, { findTrip }) => {
  app.get<{ Params: TripPath }>(
    '/trips/:id',
    { schema: { querystring: NoQuery, response: { 200: TripWithHistoryResponse } } },
    async (request, reply) => {
      const tripId = tripIdOf(request.params);
      const found = await findTrip({ accountId: callerOf(request).accountId, tripId });
      if (!found) throw new ApiError('TRIP_NOT_FOUND');
      return sendRendered(reply, 200, `{"success":true,"data":${renderTripWithHistory(found.trip, found.history)}}`);
    },
  );
};
