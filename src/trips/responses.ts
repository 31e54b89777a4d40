import type { FastifyReply } from 'fastify';
import type { Pagination } from '../contract/pagination.ts';
import { ApiError } from '../errors.ts';
import { addToLog } from '../gates/requestLog.ts';

/** Success bodies around trips that are JSON already. */
export const tripBody = (trip: string) => `{"success":true,"data":${trip}}`;
export const listBody = (trips: string[], pagination: Pagination) =>
  `{"success":true,"data":[${trips.join(',')}],"pagination":${JSON.stringify(pagination)}}`;

/** The body of a booking, as the text before and after the trip's fixed members. */
export const createdBody = (state: string) => ({
  start: '{"success":true,"message":"Trip created","data":{',
  end: `,${state}}}`,
});

/** Sends a body that is JSON already; for a booking or a cancellation, the very bytes that are stored for replays. */
export function sendJson(reply: FastifyReply, status: number, body: string | Buffer) {
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** The identifier of the booked trip, which is the first member of the body's data. */
const bookedTripId = (createdBody: string): string => /"_id":"(\w+)"/.exec(createdBody)?.[1] ?? '';

/** Says which trip was booked, to the caller and in the log. */
export function withBookedTrip(reply: FastifyReply, createdBody: string): FastifyReply {
  const tripId = bookedTripId(createdBody);
  addToLog(reply.request, { tripId });
  return reply.header('location', `/v1/trips/${tripId}`);
}

/** The original response, marked as a replay. */
export function sendReplay(reply: FastifyReply, status: number, responseBody: string) {
  return sendJson(reply.header('idempotent-replayed', 'true'), status, responseBody);
}

export const inProgress = () => new ApiError('IDEMPOTENCY_KEY_IN_PROGRESS', { headers: { 'retry-after': '1' } });
