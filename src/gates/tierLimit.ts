import type { RateLimits } from '../limits/rateLimits.ts';
import { callerOf } from './authentication.ts';
import type { Gate } from './gate.ts';
import { applyStanding } from './rateLimitAnswer.ts';

export function tierLimitGate(limits: RateLimits): Gate {
  return (request, reply) => {
    const { accountId, apiTier } = callerOf(request);
    const limit = limits.tier(apiTier);
    if (limit) return applyStanding(reply, limit.count(accountId), `An account of tier ${apiTier}`);
  };
}
