import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/connection.ts';
import type { Metrics } from './health/metrics.ts';
import { createAuthenticator } from './keys/authenticator.ts';
import { createKeyUseRecorder } from './keys/keyUse.ts';
import { createRateLimits } from './limits/rateLimits.ts';
import { connectRedis } from './limits/redis.ts';
import { type SharedCounters, watchRedis } from './limits/sharedCounters.ts';
import { embeddedPlaces } from './places/embeddedPlaces.ts';
import { createPlaces, type Places } from './places/providers/createPlaces.ts';
import { withTownMinimum } from './places/withTownMinimum.ts';
import { publicUrlOf, type Settings } from './settings.ts';
import { portOf, type ServiceDependencies } from './startSteps.ts';
import { recordUsage } from './usage/recordUsage.ts';

/** Made by the build. */
const GAZETTEER = new URL('./places/gazetteer.json', import.meta.url);

interface Parts {
  database: Database;
  /** Undefined where this process counts for itself. */
  counters: SharedCounters | undefined;
  metrics: Metrics;
}

/** The app with everything that it needs to serve. */
export function assemble(
  { settings, clock, log, onOpened }: ServiceDependencies,
  { database, counters, metrics }: Parts,
): FastifyInstance {
  const keyUse = createKeyUseRecorder(database, log);
  onOpened(() => keyUse.close());
  const usage = recordUsage(database, clock, log);
  onOpened(() => usage.close());
  const app: FastifyInstance = buildApp({
    database,
    authenticator: createAuthenticator(database, clock, keyUse.note),
    ...openPlaces(settings, clock, log),
    limits: createRateLimits(settings, counters),
    clock,
    log,
    observeRequest: (request) => {
      metrics.observeRequest(request);
      usage.note(request);
    },
    observeOverload: metrics.observeOverload,
    publicUrl: () => publicUrlOf(settings, portOf(app.server.address())),
    trustedProxies: settings.trustedProxies,
  });
  return app;
}

/** Counters in Redis, if the settings name one. */
export function openRedisCounters({ settings, log, onOpened }: ServiceDependencies): SharedCounters | undefined {
  if (settings.redisUrl === undefined) return undefined;
  const counters = watchRedis(connectRedis(settings.redisUrl), log);
  onOpened(() => counters.leave());
  return counters;
}

/** Where addresses and roads come from. */
function openPlaces(settings: Settings, clock: Clock, log: Logger): Places {
  const embedded = embeddedPlaces(GAZETTEER);
  const { geocoder, router } = createPlaces({ settings, embedded, clock, log });
  return { geocoder, router: withTownMinimum(router, embedded.router) };
}
