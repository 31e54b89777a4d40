import type { FastifyInstance } from 'fastify';
import { addressKey } from '../limits/clientAddress.ts';
import type { RateLimit } from '../limits/rateLimits.ts';
import { applyStanding } from './rateLimitAnswer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health probes are not limited: a busy address must not look like a dead service. */
    isProbe?: boolean;
  }
}

export function ipLimitGate(app: FastifyInstance, limit: RateLimit | undefined): void {
  if (limit === undefined) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isProbe) return;
    applyStanding(reply, await limit.count(addressKey(request.ip)), 'This address');
  });
}
