import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { hasAccounts, listTiersInUse } from './accounts/accountStore.ts';
import { createDemoAccount } from './accounts/demoAccount.ts';
import type { Clock } from './clock.ts';
import type { OpenDatabase } from './database/open.ts';
import { OperatorFault } from './fault.ts';
import { type MetricsSource, serveMetrics } from './health/metrics.ts';
import { flushed } from './log.ts';
import { publicUrlOf, type Settings } from './settings.ts';
import { firstSteps, welcomeBack } from './welcome.ts';

export interface ServiceDependencies {
  settings: Settings;
  clock: Clock;
  log: Logger;
  /** Ends a start that still waits for its database. */
  signal: AbortSignal;
  /** Is given what to close once a part is open; to be closed in the opposite order, also when the start fails. */
  onOpened(close: () => Promise<unknown> | unknown): void;
}

export async function warnOfTiersWithoutLimit(
  { database }: OpenDatabase,
  { settings: { tierLimits }, log }: ServiceDependencies,
): Promise<void> {
  const tiers = (await listTiersInUse(database)).filter((tier) => tierLimits.size > 0 && !tierLimits.has(tier));
  if (tiers.length > 0)
    log.warn({ tiers }, 'accounts of these tiers get the strictest limit: RATE_LIMIT_TIERS lacks them');
}

export async function exposeMetrics(
  source: MetricsSource,
  { settings, log, onOpened }: ServiceDependencies,
): Promise<void> {
  const { metricsPort, host } = settings;
  if (metricsPort === undefined) return;
  const server = serveMetrics(source).listen(metricsPort, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, 'METRICS_PORT', metricsPort, host);
  }
  log.info(`metrics at http://${host}:${(server.address() as AddressInfo).port}/metrics`);
  onOpened(() => server.close());
}

/** Listens by the given means; a port that cannot be had is told in one line. */
export async function onPort<Result>({ port, host }: Settings, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, 'PORT', port, host);
  }
}

function portFault(error: NodeJS.ErrnoException, setting: string, port: number, host: string): OperatorFault {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is already in use',
    EACCES: 'may not be used by this user',
    EADDRNOTAVAIL: 'cannot be used: HOST is no address of this machine',
    ENOTFOUND: 'cannot be used: HOST is no known name',
  };
  return new OperatorFault(
    `${setting} ${port} on ${host} ${reasons[error.code ?? ''] ?? `cannot be used (${error.message})`}`,
  );
}

export type Bound = AddressInfo | string | null;

export const portOf = (bound: Bound): number | undefined => (typeof bound === 'object' ? bound?.port : undefined);

export async function sayHello(
  bound: Bound,
  { settings, clock, log }: ServiceDependencies,
  { database, isEmbedded }: OpenDatabase,
): Promise<void> {
  const address = publicUrlOf({ ...settings, publicUrl: undefined }, portOf(bound));
  const isFirstStart = isEmbedded && !(await hasAccounts(database));
  await flushed(log); // what was told before stands before
  if (!isFirstStart) return void process.stdout.write(welcomeBack(address));
  const demo = await createDemoAccount(database, clock, { role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false });
  process.stdout.write(firstSteps(address, demo, publicUrlOf(settings, portOf(bound)), clock()));
}
