import { lookup } from 'node:dns';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import type { Metrics } from '../health/metrics.ts';
import { createAuthenticator } from '../keys/authenticator.ts';
import { createKeyUseRecorder } from '../keys/keyUse.ts';
import { createRateLimits } from '../limits/rateLimits.ts';
import { connectRedis } from '../limits/redis.ts';
import { type SharedCounters, watchRedis } from '../limits/sharedCounters.ts';
import { type EmbeddedPlaces, embeddedPlaces } from '../places/embeddedPlaces.ts';
import { createPlaces } from '../places/providers/createPlaces.ts';
import { withTownMinimum } from '../places/withTownMinimum.ts';
import { createUsageRecorder } from '../usage/recorder.ts';
import { createSender } from '../webhooks/sender.ts';
import type { StartContext } from './service.ts';
import { publicUrlOf, type Settings } from './settings.ts';
import { VERSION } from './version.ts';

/** Written by the build. */
const GAZETTEER = new URL('../places/gazetteer.json', import.meta.url);

interface Parts {
  database: Database;
  /** Undefined when this process counts rate limits in its own memory. */
  counters: SharedCounters | undefined;
  metrics: Metrics;
  boundPort(): number | undefined;
}

/** The app with everything it needs to serve. */
export function assemble(
  { settings, clock, log, onOpened }: StartContext,
  { database, counters, metrics, boundPort }: Parts,
): FastifyInstance {
  const keyUse = createKeyUseRecorder(database, log);
  onOpened(() => keyUse.close());
  const usage = createUsageRecorder(database, clock, log);
  onOpened(() => usage.close());
  return buildApp({
    database,
    authenticator: createAuthenticator(database, clock, keyUse.note),
    ...openPlaces(settings, clock, log),
    limits: createRateLimits(settings, counters),
    clock,
    log,
    observeRequest: (request) => {
      metrics.observeRequest(request);
      usage.record(request);
    },
    observeOverload: metrics.observeOverload,
    publicUrl: () => publicUrlOf(settings, boundPort()),
    trustedProxies: settings.trustedProxies,
    sender: createSender({ targets: settings.webhookTargets, clock, lookup }),
    webhookTargets: settings.webhookTargets,
    sendsMail: settings.mail !== undefined,
    securityContact: settings.securityContact,
  });
}

/** Rate limit counters in Redis, if REDIS_URL is set. */
export function openRedisCounters({ settings, log, onOpened }: StartContext): SharedCounters | undefined {
  if (settings.redisUrl === undefined) return undefined;
  const counters = watchRedis(connectRedis(settings.redisUrl), log);
  onOpened(() => counters.leave());
  return counters;
}

function openPlaces(settings: Settings, clock: Clock, log: Logger): EmbeddedPlaces {
  const embedded = embeddedPlaces(GAZETTEER);
  const { geocoder, router } = createPlaces({ settings, embedded, clock, log, version: VERSION });
  return { geocoder, router: withTownMinimum(router, embedded.router), suggest: embedded.suggest };
}
