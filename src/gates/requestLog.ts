import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a handler adds to its request's log line: measures, never what a caller wrote. */
    logFacts: Record<string, number>;
  }
}

/** No status that is ever sent; the number that web servers log for it. */
const CALLER_LEFT = 499;

export type RequestObserver = (request: { method: string; route: string; status: number; seconds: number }) => void;

/**
 * One line a request: who, what, how it ended, how long it took. The route stands for the path and nothing of the body or
 * the headers is written, so no key, name, address or note can reach the log.
 */
export function requestLogGate(app: FastifyInstance, observe: RequestObserver): void {
  app.decorateRequest('logFacts');
  app.addHook('onRequest', async (request, reply) => {
    request.logFacts = {};
    // At the close, which comes after every answer, and also when the caller hangs up before it.
    reply.raw.once('close', () => writeLine(request, reply));
  });
  function writeLine(request: FastifyRequest, reply: FastifyReply): void {
    const route = request.routeOptions.url ?? 'unknown';
    const ms = Math.round(reply.elapsedTime * 100) / 100;
    const status = reply.raw.headersSent ? reply.statusCode : CALLER_LEFT;
    observe({ method: request.method, route, status, seconds: reply.elapsedTime / 1000 });
    // Probes come every few seconds for ever, and refusals faster than a log can be written.
    const level = request.routeOptions.config.isProbe || request.isShed ? 'debug' : 'info';
    request.log[level](
      {
        requestId: request.id,
        accountId: request.caller?.accountId,
        keyId: request.caller?.keyId,
        method: request.method,
        route,
        status,
        code: request.errorCode || undefined,
        ms,
        ...request.logFacts,
      },
      'request',
    );
  }
}
