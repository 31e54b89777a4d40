import type { FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';

/** Sends an answer that is already text; of a booking or a cancellation the very bytes that were, or will be, kept for replays. */
export function sendRendered(reply: FastifyReply, status: number, responseBody: string | Buffer) {
  return reply.code(status).type('application/json; charset=utf-8').send(responseBody);
}

/** The answer of that day, and the word that it is one. */
export function sendReplay(reply: FastifyReply, status: number, responseBody: string) {
  return sendRendered(reply.header('idempotent-replayed', 'true'), status, responseBody);
}

export const inProgress = () => new ApiError('IDEMPOTENCY_KEY_IN_PROGRESS', { headers: { 'retry-after': '1' } });
