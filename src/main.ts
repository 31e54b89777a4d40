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
import { systemClock } from './clock.ts';
import { type OpenDatabase, openConfiguredDatabase } from './database/open.ts';
import { createMetrics, type Metrics, serveMetrics } from './health/metrics.ts';
import { createRateLimits } from './limits/rateLimits.ts';
import { connectRedis } from './limits/redis.ts';
import { watchRedis } from './limits/sharedCounters.ts';
import { createLogger, flushed } from './log.ts';
import { embeddedPlaces } from './places/embeddedPlaces.ts';
import { createPlaces, type Places } from './places/providers/createPlaces.ts';
import { withinTown } from './places/withinTown.ts';
import { loadSettings, type Settings } from './settings.ts';
import { StartupFault } from './startupFault.ts';
import { prepareStopping } from './stopping.ts';
import { startSweeping } from './trips/idempotencySweep.ts';
import { firstSteps, welcomeBack } from './welcome.ts';

/** Made by the build. */
const GAZETTEER = new URL('./places/gazetteer.json', import.meta.url);

/** What was opened, in order; closed in the opposite order. */
const opened: (() => Promise<unknown> | unknown)[] = [];
let isStopping = false;

async function start(settings: Settings, log: Logger): Promise<void> {
  const store = await openConfiguredDatabase(settings, 'service', log);
  opened.push(() => store.close());
  const redis = settings.redisUrl === undefined ? undefined : connectRedis(settings.redisUrl);
  opened.push(() => redis?.disconnect());
  await warnOfTiersWithoutLimit(store, settings, log);
  const metrics = createMetrics(store.database.pool);
  await exposeMetrics(metrics, settings, log);
  const app = assemble(settings, store, redis, metrics, log);
  const { closeGently } = prepareStopping(app);
  await listen(app, settings);
  opened.push(closeGently);
  await sayHello(app, settings, store);
}

function assemble(
  settings: Settings,
  { database }: OpenDatabase,
  redis: Redis | undefined,
  metrics: Metrics,
  log: Logger,
): FastifyInstance {
  const keyUse = createKeyUseRecorder(database, log);
  opened.push(() => keyUse.close());
  const sweep = startSweeping(database, log);
  opened.push(() => sweep.stop());
  const app: FastifyInstance = buildApp({
    database,
    authenticator: createAuthenticator(database, systemClock, keyUse.note),
    ...openPlaces(settings, log),
    limits: createRateLimits(settings, redis && watchRedis(redis, log)),
    clock: systemClock,
    log,
    observeRequest: metrics.observeRequest,
    publicUrl: () => settings.publicUrl ?? addressOf(app, settings),
    trustedProxies: settings.trustedProxies,
  });
  return app;
}

/** Where addresses and roads come from. */
function openPlaces(settings: Settings, log: Logger): Places {
  const embedded = embeddedPlaces(GAZETTEER);
  const { geocoder, router } = createPlaces({ settings, embedded, clock: systemClock, log });
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

async function exposeMetrics({ registry }: Metrics, { metricsPort, host }: Settings, log: Logger): Promise<void> {
  if (metricsPort === undefined) return;
  const server = serveMetrics(registry).listen(metricsPort, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, 'METRICS_PORT', metricsPort, host);
  }
  log.info(`metrics at http://${host}:${(server.address() as AddressInfo).port}/metrics`);
  opened.push(() => server.close());
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

function addressOf(app: FastifyInstance, { host, port }: Settings): string {
  const bound = (app.server.address() as AddressInfo | null)?.port ?? port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

async function sayHello(
  app: FastifyInstance,
  settings: Settings,
  { database, isEmbedded }: OpenDatabase,
): Promise<void> {
  const address = addressOf(app, settings);
  const isFirstStart = isEmbedded && !(await hasAccounts(database));
  if (!isFirstStart) return void process.stdout.write(welcomeBack(address));
  const demo = await createDemoAccount(database, systemClock, {
    role: 'DRIVER',
    apiTier: 'STANDARD',
    isVatExempt: false,
  });
  process.stdout.write(firstSteps(address, demo, systemClock()));
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

async function stop(log: Logger, signal: string): Promise<void> {
  if (isStopping) return; // a terminal and npm may both pass on the same Ctrl-C
  isStopping = true;
  log.info({ signal }, 'stopping: no new connections, finishing what runs');
  await closeAll();
  log.info('stopped');
  await flushed(log);
  process.exit(0);
}

async function fail(error: unknown): Promise<never> {
  const text = error instanceof StartupFault ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`trip-booking-api: ${text}\n`);
  await closeAll().catch(() => {});
  process.exit(1);
}

try {
  const settings = loadSettings(process.env);
  const log = createLogger(settings.logLevel);
  // Not before the signals are taken care of: one that comes early must still stop what was started.
  const started = Promise.resolve().then(() => start(settings, log));
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () =>
      started.then(
        () => stop(log, signal),
        () => {}, // a start that failed ends by itself
      ),
    );
  await started;
} catch (error) {
  await fail(error);
}
