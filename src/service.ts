import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { hasAccounts, listTiersInUse } from './accounts/accountStore.ts';
import { createAuthenticator } from './accounts/authenticator.ts';
import { createDemoAccount } from './accounts/demoAccount.ts';
import { createKeyUseRecorder } from './accounts/keyUse.ts';
import { buildApp } from './app.ts';
import type { Clock } from './clock.ts';
import { type OpenDatabase, openConfiguredDatabase } from './database/open.ts';
import { createMetrics, type Metrics, serveMetrics } from './health/metrics.ts';
import { createRateLimits } from './limits/rateLimits.ts';
import { connectRedis } from './limits/redis.ts';
import { watchRedis } from './limits/sharedCounters.ts';
import { embeddedPlaces } from './places/embeddedPlaces.ts';
import { createPlaces, type Places } from './places/providers/createPlaces.ts';
import { withinTown } from './places/withinTown.ts';
import { publicUrlOf, type Settings } from './settings.ts';
import { StartupFault } from './startupFault.ts';
import { prepareStopping } from './stopping.ts';
import { startSweeping } from './trips/idempotencySweep.ts';
import { firstSteps, welcomeBack } from './welcome.ts';

/** Made by the build. */
const GAZETTEER = new URL('./places/gazetteer.json', import.meta.url);

export interface ServiceDependencies {
  settings: Settings;
  clock: Clock;
  log: Logger;
  /** Ends a start that still waits for its database. */
  signal: AbortSignal;
  /** Is given what to close once a part is open; to be closed in the opposite order, also when the start fails. */
  onOpened(close: () => Promise<unknown> | unknown): void;
}

/** Opens the service's parts in order, listens, and says hello. */
export async function startService(dependencies: ServiceDependencies): Promise<void> {
  const { settings, log, signal, onOpened } = dependencies;
  const store = await openConfiguredDatabase(settings, 'service', log, signal);
  onOpened(() => store.close());
  const redis = settings.redisUrl === undefined ? undefined : connectRedis(settings.redisUrl);
  onOpened(() => redis?.disconnect());
  await warnOfTiersWithoutLimit(store, settings, log);
  const metrics = createMetrics(store.database.pool);
  await exposeMetrics(metrics, dependencies);
  const app = assemble(dependencies, store, redis, metrics);
  const { closeGently } = prepareStopping(app);
  await listen(app, settings);
  onOpened(closeGently);
  await sayHello(app, dependencies, store);
}

function assemble(
  { settings, clock, log, onOpened }: ServiceDependencies,
  { database }: OpenDatabase,
  redis: Redis | undefined,
  metrics: Metrics,
): FastifyInstance {
  const keyUse = createKeyUseRecorder(database, log);
  onOpened(() => keyUse.close());
  const sweep = startSweeping(database, log);
  onOpened(() => sweep.stop());
  const app: FastifyInstance = buildApp({
    database,
    authenticator: createAuthenticator(database, clock, keyUse.note),
    ...openPlaces(settings, clock, log),
    limits: createRateLimits(settings, redis && watchRedis(redis, log)),
    clock,
    log,
    observeRequest: metrics.observeRequest,
    observeOverload: metrics.observeOverload,
    publicUrl: () => publicUrlOf(settings, boundPort(app)),
    trustedProxies: settings.trustedProxies,
  });
  return app;
}

/** Where addresses and roads come from. */
function openPlaces(settings: Settings, clock: Clock, log: Logger): Places {
  const embedded = embeddedPlaces(GAZETTEER);
  const { geocoder, router } = createPlaces({ settings, embedded, clock, log });
  return { geocoder, router: withinTown(router, embedded.router) };
}

async function warnOfTiersWithoutLimit(
  { database }: OpenDatabase,
  { tierLimits }: Settings,
  log: Logger,
): Promise<void> {
  const tiers = (await listTiersInUse(database)).filter((tier) => tierLimits.size > 0 && !tierLimits.has(tier));
  if (tiers.length > 0)
    log.warn({ tiers }, 'accounts of these tiers get the strictest limit: RATE_LIMIT_TIERS lacks them');
}

async function exposeMetrics({ registry }: Metrics, { settings, log, onOpened }: ServiceDependencies): Promise<void> {
  const { metricsPort, host } = settings;
  if (metricsPort === undefined) return;
  const server = serveMetrics(registry).listen(metricsPort, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, 'METRICS_PORT', metricsPort, host);
  }
  log.info(`metrics at http://${host}:${(server.address() as AddressInfo).port}/metrics`);
  onOpened(() => server.close());
}

async function listen(app: FastifyInstance, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, 'PORT', port, host);
  }
}

function portFault(error: NodeJS.ErrnoException, setting: string, port: number, host: string): StartupFault {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is already in use',
    EACCES: 'may not be used by this user',
    EADDRNOTAVAIL: 'cannot be used: HOST is no address of this machine',
    ENOTFOUND: 'cannot be used: HOST is no known name',
  };
  return new StartupFault(
    `${setting} ${port} on ${host} ${reasons[error.code ?? ''] ?? `cannot be used (${error.message})`}`,
  );
}

const boundPort = (app: FastifyInstance) => (app.server.address() as AddressInfo | null)?.port;

async function sayHello(
  app: FastifyInstance,
  { settings, clock }: ServiceDependencies,
  { database, isEmbedded }: OpenDatabase,
): Promise<void> {
  const address = publicUrlOf({ ...settings, publicUrl: undefined }, boundPort(app));
  const isFirstStart = isEmbedded && !(await hasAccounts(database));
  if (!isFirstStart) return void process.stdout.write(welcomeBack(address));
  const demo = await createDemoAccount(database, clock, { role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false });
  process.stdout.write(firstSteps(address, demo, publicUrlOf(settings, boundPort(app)), clock()));
}
