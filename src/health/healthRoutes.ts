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
  // Probes need no key and are not limited: however many arrive at once, they share one statement.
  let asked: Promise<unknown> | undefined;
  const pingDatabase = () => {
    asked ??= database.query({ text: 'SELECT 1' }).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    if (app.isDraining) throw unavailable(new Error('the service is stopping'));
    await pingDatabase();
    return { status: 'ready', rateLimits: limits.storage() };
  });
}
