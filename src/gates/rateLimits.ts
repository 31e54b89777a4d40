import type { FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import { addressKey } from '../limits/clientAddress.ts';
import type { LimitState, RateLimit, RateLimits } from '../limits/rateLimits.ts';
import { callerOf } from './authentication.ts';
import type { Gate } from './gate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health probes are not limited: a busy address must not look like a dead service. */
    isProbe?: boolean;
  }
}

export function ipLimitGate(limit: RateLimit | undefined): Gate {
  return (request, reply) => {
    if (limit === undefined || request.routeOptions.config.isProbe) return;
    return limit.count(addressKey(request.ip)).then((state) => applyLimit(reply, state, 'This address'));
  };
}

export function tierLimitGate(limits: RateLimits): Gate {
  return (request, reply) => {
    const { accountId, apiTier } = callerOf(request);
    const whose = `An account of tier ${apiTier}`;
    return limits
      .tier(apiTier)
      ?.count(accountId)
      .then((state) => applyLimit(reply, state, whose));
  };
}

/** Adds one limit's state to the response, in the form of the IETF draft, and refuses the request if it is exceeded. */
function applyLimit(
  reply: FastifyReply,
  { policy, rule, remaining, resetSeconds, isExceeded }: LimitState,
  whose: string,
): void {
  const policyItem = `"${policy}";q=${rule.requests};w=${rule.seconds}`;
  const stateItem = `"${policy}";r=${remaining};t=${resetSeconds}`;
  if (!isExceeded) {
    append(reply, 'ratelimit-policy', policyItem);
    append(reply, 'ratelimit', stateItem);
    return;
  }
  reply.headers({ 'ratelimit-policy': policyItem, ratelimit: stateItem });
  throw new ApiError('RATE_LIMITED', {
    message: `${whose} may send ${rule.requests} requests in ${rule.seconds} s. Retry in ${resetSeconds} s.`,
    headers: { 'retry-after': String(resetSeconds) },
  });
}

function append(reply: FastifyReply, name: string, item: string): void {
  const present = reply.getHeader(name);
  reply.header(name, present === undefined ? item : `${present}, ${item}`);
}
