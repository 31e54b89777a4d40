import { lookup } from 'node:dns';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Database } from '../database/connection.ts';
import { tracedDatabase } from '../database/traced.ts';
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
import { createSender, type Sender } from '../webhooks/sender.ts';
import { tracedSender } from '../webhooks/tracedSender.ts';
import type { StartContext } from './service.ts';
import { publicUrlOf } from './settings.ts';
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
  { settings, clock, log, tracer, onOpened }: StartContext,
  { database: untraced, counters, metrics, boundPort }: Parts,
): FastifyInstance {
  const database = tracer ? tracedDatabase(untraced, tracer) : untraced;
  const keyUse = createKeyUseRecorder(database, log);
  onOpened(() => keyUse.close());
  const usage = createUsageRecorder(database, clock, log);
  onOpened(() => usage.close());
  if (counters) metrics.watchCounters(counters);
  return buildApp({
    database,
    authenticator: createAuthenticator(database, clock, keyUse.note),
    ...openPlaces({ settings, clock, log, tracer }),
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
    sender: openSender({ settings, clock, tracer }),
    webhookTargets: settings.webhookTargets,
    sendsMail: settings.mail !== undefined,
    securityContact: settings.securityContact,
    tracer,
  });
}

/** Rate limit counters in Redis, if REDIS_URL is set. */
export function openRedisCounters({ settings, log, onOpened }: StartContext): SharedCounters | undefined {
  if (settings.redisUrl === undefined) return undefined;
  const counters = watchRedis(connectRedis(settings.redisUrl), log);
  onOpened(() => counters.leave());
  return counters;
}

/** Sends webhooks. Used by the routes that test an endpoint and by the deliveries. */
export function openSender({ settings, clock, tracer }: Pick<StartContext, 'settings' | 'clock' | 'tracer'>): Sender {
  const sender = createSender({ targets: settings.webhookTargets, clock, lookup });
  return tracer ? tracedSender(sender, tracer) : sender;
}

function openPlaces(context: Pick<StartContext, 'settings' | 'clock' | 'log' | 'tracer'>): EmbeddedPlaces {
  const embedded = embeddedPlaces(GAZETTEER);
  const { geocoder, router } = createPlaces({ ...context, embedded, version: VERSION });
  return { geocoder, router: withTownMinimum(router, embedded.router), suggest: embedded.suggest };
}
