import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Refusal } from '../keys/apiKey.ts';
import type { Authenticator, Caller } from '../keys/authenticator.ts';
import { countHeader } from './countHeader.ts';
import type { Gate } from './gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const BEARER = /^Bearer +(\S+) *$/i;

export function authenticationGate(authenticator: Authenticator): Gate {
  return (request, reply) => {
    // Responses are for the key's holder only: some proxies cache by path and ignore Authorization.
    reply.header('cache-control', 'no-store');
    // Node takes the first of two; a proxy before us may have judged by the second.
    if (countHeader(request.raw, 'authorization') > 1) throw refusedKey('twice');
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

/** Only the holder of its secret learns that a key has expired or was revoked; for anybody else it is unknown. */
const REFUSALS = {
  twice: 'Send one Authorization header, not several.',
  unknown: 'The API key is malformed or unknown.',
  expired: 'The API key has expired, or was replaced by rotation. Use its replacement, or issue a new one.',
  revoked: 'The API key was revoked. Issue a new one.',
} as const;

/** The account of an authenticated request. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('this route is not behind the authentication gate');
  return request.caller;
}
