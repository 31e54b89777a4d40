import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { listTiersInUse } from '../accounts/accountStore.ts';
import type { Clock } from '../clock.ts';
import { installFunctions } from '../database/layout/accountFunction.ts';
import { type OpenDatabase, openConfiguredDatabase } from '../database/open.ts';
import { OperatorFault } from '../fault.ts';
import { createMetrics, type MetricsSource, serveMetrics } from '../health/metrics.ts';
import type { Tracer } from '../tracing.ts';
import { ACCOUNT_FUNCTIONS } from '../trips/store/accountFunctions.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { Settings } from './settings.ts';
import { printWelcome } from './welcome.ts';
import { assemble, openRedisCounters } from './wiring.ts';

export interface StartContext {
  settings: Settings;
  clock: Clock;
  log: Logger;
  /** Undefined while tracing is off. */
  tracer: Tracer | undefined;
  /** Ends a start that still waits for its database. */
  signal: AbortSignal;
  /** Registers what to close on exit, in reverse order, also when the start fails. */
  onOpened(close: () => Promise<unknown> | unknown): void;
  /** Registers what to do when the service is to say that it is not ready, while it still accepts requests. */
  onDrain(sayNotReady: () => void): void;
}

/** The service in one process. */
export async function startSingleProcess(context: StartContext): Promise<void> {
  const { settings, onOpened, onDrain } = context;
  const store = await openStore(context);
  const counters = openRedisCounters(context);
  const metrics = createMetrics(store.database);
  await exposeMetrics(metrics.registry, context);
  const boundPort = () => (app.server.address() as AddressInfo | null)?.port;
  const app: FastifyInstance = assemble(context, { database: store.database, counters, metrics, boundPort });
  startHousekeeping(store.database, metrics, context);
  await onPort(settings, () => app.listen({ port: settings.port, host: settings.host }));
  onOpened(() => app.drain());
  onDrain(() => {
    app.isReady = false;
  });
  await printWelcome(boundPort(), context, store);
}

/** Opens the configured database. Used by the single process and by the primary. */
export async function openStore({ settings, log, signal, onOpened }: StartContext): Promise<OpenDatabase> {
  const store = await openConfiguredDatabase(settings, 'service', log, { signal });
  onOpened(() => store.close());
  await installFunctions(store.database, ACCOUNT_FUNCTIONS);
  const { tierLimits } = settings;
  const tiers = (await listTiersInUse(store.database)).filter((tier) => tierLimits.size > 0 && !tierLimits.has(tier));
  if (tiers.length > 0)
    log.warn({ tiers }, 'RATE_LIMIT_TIERS lacks these tiers: their accounts get the strictest limit');
  return store;
}

export async function exposeMetrics(source: MetricsSource, { settings, log, onOpened }: StartContext): Promise<void> {
  const { metricsPort, metricsHost } = settings;
  if (metricsPort === undefined) return;
  const server = serveMetrics(source).listen(metricsPort, metricsHost);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, 'METRICS_', metricsPort, metricsHost);
  }
  log.info(`metrics at http://${metricsHost}:${(server.address() as AddressInfo).port}/metrics`);
  onOpened(() => server.close());
}

/** Turns a failure to listen on PORT into one line for the operator. */
export async function onPort<Result>({ port, host }: Settings, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, '', port, host);
  }
}

/** PORT and HOST, or METRICS_PORT and METRICS_HOST. */
function portFault(error: NodeJS.ErrnoException, prefix: '' | 'METRICS_', port: number, host: string): OperatorFault {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is already in use',
    EACCES: 'may not be used by this user',
    EADDRNOTAVAIL: `cannot be used: ${prefix}HOST is not an address of this machine`,
    ENOTFOUND: `cannot be used: ${prefix}HOST is not a known name`,
  };
  return new OperatorFault(
    `${prefix}PORT ${port} on ${host} ${reasons[error.code ?? ''] ?? `cannot be used (${error.message})`}`,
  );
}
