import { addressKey } from '../limits/clientAddress.ts';
import type { RateLimit } from '../limits/rateLimits.ts';
import type { Gate } from './gate.ts';
import { applyStanding } from './rateLimitAnswer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health probes are not limited: a busy address must not look like a dead service. */
    isProbe?: boolean;
  }
}

export function ipLimitGate(limit: RateLimit | undefined): Gate {
  return (request, reply) => {
    if (limit === undefined || request.routeOptions.config.isProbe) return;
    return applyStanding(reply, limit.count(addressKey(request.ip)), 'This address');
  };
}
