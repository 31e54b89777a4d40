import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a handler adds to its request's log line: measures, never what a caller wrote. */
    logFacts: Record<string, number>;
  }
}

export type RequestObserver = (request: { method: string; route: string; status: number; seconds: number }) => void;

/**
 * One line a request: who, what, how it ended, how long it took. The route stands for the path and nothing of the body or
 * the headers is written, so no key, name, address or note can reach the log.
 */
export function requestLogGate(app: FastifyInstance, observe: RequestObserver): void {
  app.decorateRequest('logFacts');
  app.addHook('onRequest', async (request) => {
    request.logFacts = {};
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const ms = Math.round(reply.elapsedTime * 100) / 100;
    observe({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    const level = request.routeOptions.config.isUnlimited ? 'debug' : 'info'; // probes come every few seconds for ever
    request.log[level](
      {
        requestId: request.id,
        accountId: request.caller?.accountId,
        keyId: request.caller?.keyId,
        method: request.method,
        route,
        status: reply.statusCode,
        code: request.errorCode || undefined,
        ms,
        ...request.logFacts,
      },
      'request',
    );
  });
}
