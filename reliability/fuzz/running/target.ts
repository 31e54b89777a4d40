import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Database, openDatabase } from '../../../src/database/connection.ts';
import { openEmbeddedServer } from '../../../src/database/embedded/server.ts';
import { createLogger } from '../../../src/start/log.ts';
import { type DashboardRoute, dashboardRoutes } from '../../support/dashboardRoutes.ts';
import { makeDirectory, ROOT } from '../../support/directories.ts';
import {
  freePort,
  HIGH_RATE_LIMITS,
  metricIn,
  runTrips,
  type ServiceProcess,
  startProcess,
} from '../../support/process.ts';
import { type Address, PATIENCE_MS } from '../../support/rawHttp.ts';
import type { MemorySample } from '../judging/serviceHealth.ts';
import { type Description, type OpenApiDocument, readDescription } from '../making/description.ts';
import type { Account } from '../making/world.ts';

/** The built service in its own process, on its own embedded database. */
interface Target {
  service: ServiceProcess;
  address: Address;
  description: Description;
  /** Revoked or expired. */
  deadKeys: string[];
  newAccounts(): Promise<Account[]>;
  /** The routes of the dashboard, by the built service itself. */
  routes: readonly DashboardRoute[];
  /** Beside the service, to see what it stored. */
  database: Database;
  measure(): Promise<MemorySample>;
  /** Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Removes its files, and stops its database if it still runs. */
  clean(): Promise<void>;
}

const COLLECT_GARBAGE = new URL('./collectGarbage.js', import.meta.url);

export async function startTarget(): Promise<Target> {
  const directory = makeDirectory('trips-fuzz-');
  const data = { DATA_DIR: join(directory.path, 'data') };
  const server = await openEmbeddedServer({ dataDir: data.DATA_DIR, kind: 'operator', log: createLogger('silent') });
  const database = openDatabase(server.connection);
  const clean = async () => {
    await database.close();
    await server.close(); // the last user of the database stops it
    const files = join(data.DATA_DIR, 'postgres');
    if (existsSync(files)) rmSync(realpathSync(files), { recursive: true, force: true });
    directory.remove();
  };
  try {
    return { ...(await start(data)), routes: await builtRoutes(database), database, clean };
  } catch (error) {
    await clean();
    throw error;
  }
}

async function start(data: { DATA_DIR: string }): Promise<Omit<Target, 'routes' | 'database' | 'clean'>> {
  const metricsPort = await freePort();
  const service = await startProcess({
    env: { ...data, ...HIGH_RATE_LIMITS, METRICS_PORT: String(metricsPort) },
    nodeFlags: ['--expose-gc', `--import=${COLLECT_GARBAGE.href}`],
  });
  const { hostname, port } = new URL(service.url);
  const document = (await (await fetch(`${service.url}/v1/openapi.json`)).json()) as OpenApiDocument;
  return {
    service,
    address: { host: hostname, port: Number(port) },
    description: readDescription(document),
    deadKeys: await makeDeadKeys(data),
    newAccounts: () => Promise.all(ACCOUNTS.map((options) => makeAccount(data, options))),
    measure: async () => {
      await expectHealth(service.url);
      return measure(`http://${hostname}:${metricsPort}/metrics`);
    },
    stop: () => service.stop(),
  };
}

async function builtRoutes(database: Database): Promise<DashboardRoute[]> {
  const { dashboard } = await import(pathToFileURL(join(ROOT, 'dist/dashboard/dashboard.js')).href);
  return dashboardRoutes(dashboard, { database, sendsMail: false });
}

/** One of each kind: prices, assignment and responses differ. */
const ACCOUNTS = [
  ['--role', 'DRIVER'],
  ['--role', 'CONTRACTOR'],
  ['--role', 'DRIVER', '--vat-exempt', '--tier', 'PRO'],
];

interface Demo {
  accountId: string;
  apiKey: string;
  serviceTiers: { _id: string }[];
  pricingSchemes: { _id: string }[];
  vehicles: { _id: string }[];
  clients: { _id: string }[];
}

async function makeAccount(data: { DATA_DIR: string }, options: string[]): Promise<Account> {
  const demo = (await operator(data, 'demo', ...options)) as Demo;
  const ids = (things: { _id: string }[]) => things.map(({ _id }) => _id);
  return {
    accountId: demo.accountId,
    apiKey: demo.apiKey,
    isVatExempt: options.includes('--vat-exempt'),
    owned: {
      clientId: ids(demo.clients),
      vehicleId: ids(demo.vehicles),
      serviceTierId: ids(demo.serviceTiers),
      pricingSchemeId: ids(demo.pricingSchemes),
    },
    seen: {},
  };
}

async function makeDeadKeys(data: { DATA_DIR: string }): Promise<string[]> {
  const { accountId } = (await operator(data, 'demo')) as Demo;
  const issue = (...options: string[]) =>
    operator(data, 'keys', 'issue', '--account', accountId, ...options) as Promise<{ keyId: string; apiKey: string }>;
  const [revoked, expired] = await Promise.all([issue(), issue('--expires-in', '1s')]);
  await operator(data, 'keys', 'revoke', revoked.keyId);
  return [revoked.apiKey, expired.apiKey];
}

async function operator(data: { DATA_DIR: string }, ...words: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runTrips([...words, '--json'], { env: data });
  if (code !== 0) throw new Error(`trips ${words.join(' ')}: ${stderr.trim()}`);
  return JSON.parse(stdout);
}

async function expectHealth(url: string): Promise<void> {
  const { status } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (status !== 200) throw new Error(`/healthz answers ${status}`);
}

async function measure(url: string): Promise<MemorySample> {
  const text = await (await fetch(url)).text();
  return {
    heapBytes: metricIn(text, 'nodejs_heap_size_used_bytes') + metricIn(text, 'nodejs_external_memory_bytes'),
    rssBytes: metricIn(text, 'process_resident_memory_bytes'),
    openFiles: metricIn(text, 'process_open_fds'),
  };
}
