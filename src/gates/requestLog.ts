import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { parseId } from '../identifiers.ts';
import type { CompletedRequest } from '../usage/buffer.ts';
import type { Gate } from './gate.ts';

/** Measurements and identifiers, never text from the client. */
type LogFacts = Readonly<Record<string, number | string>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** What is added to its log line, by `addToLog`. */
    logFacts: LogFacts | null;
  }
}

export function addToLog(request: FastifyRequest, facts: LogFacts): void {
  request.logFacts = { ...request.logFacts, ...facts };
}

/** Paths that name a trip, in the API and in the dashboard. */
const TRIP_ROUTE = /\/(trips|rides)\/:id(\/|$)/;

/** Never sent; the number that web servers log when the client disconnects. */
const CALLER_LEFT = 499;

/** How a request ended, once its response is closed. */
export const statusOf = (reply: FastifyReply) => (reply.raw.headersSent ? reply.statusCode : CALLER_LEFT);

export type RequestObserver = (request: CompletedRequest) => void;

/**
 * One line per request: who, what, how it ended, how long it took. The route is logged instead of the path, and nothing
 * of body or headers, so no key, name, address or note can reach the log.
 */
export function requestLogGate(log: Logger, observe: RequestObserver): Gate {
  return (request, reply) => {
    const startedAt = performance.now();
    // On close, which follows every response and also happens when the client disconnects before it.
    reply.raw.on('close', () => writeLine(request, reply, performance.now() - startedAt));
  };
  function writeLine(request: FastifyRequest, reply: FastifyReply, elapsedMs: number): void {
    const { method, caller, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const status = statusOf(reply);
    const requestId = request.id;
    const traceId = request.traceId || undefined;
    const { accountId, keyId } = caller ?? {};
    const code = request.errorCode || undefined;
    const { id: pathId } = (request.params ?? {}) as { id?: string };
    const tripId = pathId !== undefined && TRIP_ROUTE.test(route) ? parseId(pathId) : undefined;
    observe({ method, route, status, seconds: elapsedMs / 1000, requestId, accountId, keyId, pathId, code });
    const line = {
      requestId,
      traceId,
      accountId,
      keyId,
      tripId,
      method,
      route,
      status,
      code,
      ms: Math.round(elapsedMs * 100) / 100,
      ...request.logFacts,
    };
    // Probes come every few seconds, and refusals faster than a log can be written.
    if (routeOptions.config.isProbe || request.isShed) log.debug(line, 'request');
    else log.info(line, 'request');
  }
}
