import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../limits/rateLimits.ts';
import { callerOf } from './authentication.ts';
import { applyStanding } from './rateLimitAnswer.ts';

export function tierLimitGate(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    const caller = callerOf(request);
    const limit = limits.tier(caller.apiTier);
    if (limit) applyStanding(reply, await limit.count(caller.accountId), `An account of tier ${caller.apiTier}`);
  });
}
