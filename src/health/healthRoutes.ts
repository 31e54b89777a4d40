import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../database/connection.ts';
import { unavailable } from '../gates/errorEnvelope.ts';
import type { RateLimits } from '../limits/rateLimits.ts';

export interface HealthDependencies {
  database: Queryable;
  limits: RateLimits;
}

export function healthRoutes(app: FastifyInstance, { database, limits }: HealthDependencies): void {
  const config = { isProbe: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    if (!app.server.listening) throw unavailable(new Error('the service is stopping'));
    await database.query({ text: 'SELECT 1' });
    return { status: 'ready', rateLimits: limits.keptIn() };
  });
}
