import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '../clock.ts';
import { NoQuery } from '../contract/pagination.ts';
import { CreateTripBody } from '../contract/trip.ts';
import { ApiError, validationFailed } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { inOrder } from '../gates/gate.ts';
import { idempotencyKeyOf, requireIdempotencyKey } from '../gates/idempotencyKey.ts';
import { needs } from '../gates/keyRules.ts';
import type { Booker } from './booker.ts';
import { draftTrip, initialState } from './draft.ts';
import { fingerprint } from './idempotency.ts';
import { createdBody, inProgress, sendJson, sendReplay, withBookedTrip } from './responses.ts';
import { renderState } from './tripView.ts';

interface CreateTripDependencies {
  book: Booker;
  clock: Clock;
}

export const createTripRoute: FastifyPluginAsyncTypebox<CreateTripDependencies> = async (app, { book, clock }) => {
  app.post(
    '/trips',
    {
      ...needs('trips:write'),
      onRequest: inOrder(requireIdempotencyKey),
      schema: { body: CreateTripBody, querystring: NoQuery },
    },
    async (request, reply) => {
      const { body } = request;
      if (body.client === undefined && body.clientId === undefined) throw new ApiError('CLIENT_REQUIRED');
      const caller = callerOf(request);
      const now = clock();
      const outcome = await book({
        accountId: caller.accountId,
        bookedBy: 'API',
        idempotencyKey: idempotencyKeyOf(request) ?? '',
        fingerprint: fingerprint('POST', '/v1/trips', body),
        response: createdBody(renderState(initialState(caller))),
        draft: () => draftTrip(body, caller, now),
      });
      switch (outcome.verdict) {
        case 'booked':
          return sendJson(withBookedTrip(reply, outcome.responseBody), 201, outcome.responseBody);
        case 'replay':
          return sendReplay(withBookedTrip(reply, outcome.responseBody), 201, outcome.responseBody);
        case 'IDEMPOTENCY_KEY_IN_PROGRESS':
          throw inProgress();
        case 'in_past':
          throw validationFailed(['scheduledAt must be in the future']);
        default:
          throw new ApiError(outcome.verdict);
      }
    },
  );
};
