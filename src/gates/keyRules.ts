import type { FastifyInstance } from 'fastify';
import type { KeyScope } from '../contract/values.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from './authentication.ts';
import type { Gate } from './gate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A key with scopes needs one of these. */
    scopes?: readonly KeyScope[];
  }
}

/** A route's declaration of what a key needs: `app.get(path, { ...needs('trips:read'), schema }, …)`. */
export const needs = (...scopes: KeyScope[]) => ({ config: { scopes } });

/** Refuses what the key's scopes and networks do not allow. Every route must say what it needs. */
export function keyRulesGate(app: FastifyInstance): Gate {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scopes) throw new Error(`${String(method)} ${url} does not say which scope it needs`);
  });
  return (request) => {
    const { rule } = callerOf(request);
    if (rule === null) return;
    const fault = rule(request.routeOptions.config.scopes ?? [], request.ip);
    if (fault) throw new ApiError('FORBIDDEN', { message: fault });
  };
}
