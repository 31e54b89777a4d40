import type { FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Standing } from '../limits/rateLimits.ts';

/** Adds one limit's standing to the answer, in the form of the IETF draft, and refuses the request if it is exceeded. */
export function applyStanding(
  reply: FastifyReply,
  standing: Standing | Promise<Standing>,
  whose: string,
): void | Promise<void> {
  if (standing instanceof Promise) return standing.then((counted) => apply(reply, counted, whose));
  apply(reply, standing, whose);
}

function apply(
  reply: FastifyReply,
  { policy, rule, remaining, resetSeconds, isExceeded }: Standing,
  whose: string,
): void {
  const policyItem = `"${policy}";q=${rule.requests};w=${rule.seconds}`;
  const standingItem = `"${policy}";r=${remaining};t=${resetSeconds}`;
  if (!isExceeded) {
    append(reply, 'ratelimit-policy', policyItem);
    append(reply, 'ratelimit', standingItem);
    return;
  }
  reply.headers({ 'ratelimit-policy': policyItem, ratelimit: standingItem });
  throw new ApiError('RATE_LIMITED', {
    message: `${whose} may send ${rule.requests} requests in ${rule.seconds} s. Retry in ${resetSeconds} s.`,
    headers: { 'retry-after': String(resetSeconds) },
  });
}

function append(reply: FastifyReply, name: string, item: string): void {
  const present = reply.getHeader(name);
  reply.header(name, present === undefined ? item : `${present}, ${item}`);
}
