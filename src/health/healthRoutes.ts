import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../database/connection.ts';
import { unavailable } from '../gates/errorEnvelope.ts';

export interface HealthDependencies {
  database: Queryable;
  isDraining(): boolean;
  /** Where rate limits are counted at present. */
  limitsKeptIn(): 'memory' | 'redis' | 'memory, redis is away';
}

export function healthRoutes(app: FastifyInstance, { database, isDraining, limitsKeptIn }: HealthDependencies): void {
  const config = { isUnlimited: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    if (isDraining()) throw unavailable(new Error('the service is stopping'));
    await database.query({ text: 'SELECT 1' });
    return { status: 'ready', rateLimits: limitsKeptIn() };
  });
}
