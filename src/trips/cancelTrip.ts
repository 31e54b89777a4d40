import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '../clock.ts';
import { NoQuery } from '../contract/pagination.ts';
import { CancelTripRequest } from '../contract/trip.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { inOrder } from '../gates/gate.ts';
import { checkIdempotencyKey, idempotencyKeyOf } from '../gates/idempotencyKey.ts';
import { allowNoBody } from '../gates/jsonBody.ts';
import { needs } from '../gates/keyRules.ts';
import { addToLog } from '../gates/requestLog.ts';
import type { Canceller } from './canceller.ts';
import { fingerprint } from './idempotency.ts';
import { inProgress, sendJson, sendReplay } from './responses.ts';
import { type TripPath, tripIdOf } from './tripPath.ts';

interface CancelTripDependencies {
  cancel: Canceller;
  clock: Clock;
}

export const cancelTripRoute: FastifyPluginAsyncTypebox<CancelTripDependencies> = async (app, { cancel, clock }) => {
  app.post<{ Params: TripPath; Body: CancelTripRequest }>(
    '/trips/:id/cancel',
    {
      ...needs('trips:write'),
      onRequest: inOrder(checkIdempotencyKey),
      preValidation: inOrder(allowNoBody),
      schema: { body: CancelTripRequest, querystring: NoQuery },
    },
    async (request, reply) => {
      const tripId = tripIdOf(request.params);
      const { reason } = request.body;
      if (reason !== undefined) addToLog(request, { cancelReasonLength: [...reason].length });
      const outcome = await cancel({
        accountId: callerOf(request).accountId,
        tripId,
        changedAt: clock(),
        reason: reason ?? null,
        idempotencyKey: idempotencyKeyOf(request),
        fingerprint: fingerprint('POST', `/v1/trips/${tripId}/cancel`, request.body),
      });
      switch (outcome.verdict) {
        case 'cancelled':
          return sendJson(reply, 200, outcome.responseBody);
        case 'replay':
          return sendReplay(reply, 200, outcome.responseBody);
        case 'IDEMPOTENCY_KEY_IN_PROGRESS':
          throw inProgress();
        default:
          throw new ApiError(outcome.verdict);
      }
    },
  );
};
