import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Refusal } from '../keys/apiKey.ts';
import type { Authenticator, Caller } from '../keys/authenticator.ts';
import type { Gate } from './gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const BEARER = /^Bearer +(\S+) *$/i;

export function authenticationGate(authenticator: Authenticator): Gate {
  return (request, reply) => {
    // What a key opens is its holder's alone: some proxies cache by the path and do not look at Authorization.
    reply.header('cache-control', 'no-store');
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) throw new ApiError('UNAUTHORIZED', { headers: { 'www-authenticate': 'Bearer' } });
    const verdict = authenticator.verify(key);
    if (verdict instanceof Promise) return verdict.then((known) => letIn(request, known));
    letIn(request, verdict);
  };
}

function letIn(request: FastifyRequest, verdict: Caller | Refusal): void {
  if ('refused' in verdict) throw refusedKey(verdict.refused);
  request.caller = verdict;
}

export const refusedKey = (reason: keyof typeof REFUSALS) =>
  new ApiError('UNAUTHORIZED', {
    message: REFUSALS[reason],
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

/** That a key has expired or was revoked is told only to who holds its secret; to anybody else it is one that we do not know. */
const REFUSALS = {
  unknown: 'The API key is malformed or unknown.',
  expired: 'The API key has expired. Issue a new one.',
  revoked: 'The API key was revoked. Issue a new one.',
} as const;

/** The account that sent a request which has passed the gate. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('this route is not behind the authentication gate');
  return request.caller;
}
