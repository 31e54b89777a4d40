import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connection.ts';
import { expectReady } from '../database/readiness.ts';
import { unavailable } from '../gates/errorEnvelope.ts';
import type { RateLimits } from '../limits/rateLimits.ts';

interface HealthDependencies {
  database: Pick<Database, 'transaction'>;
  limits: RateLimits;
}

export function healthRoutes(app: FastifyInstance, { database, limits }: HealthDependencies): void {
  const config = { isProbe: true };
  // Probes need no key and are not limited: however many arrive at once, they share one transaction.
  let asked: Promise<unknown> | undefined;
  const askDatabase = () => {
    asked ??= expectReady(database).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    if (!app.isReady) throw unavailable(new Error('the service is stopping'));
    await askDatabase();
    return { status: 'ready', rateLimits: limits.storage() };
  });
}
