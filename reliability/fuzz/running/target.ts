import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../support/directories.ts';
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
export interface Target {
  service: ServiceProcess;
  address: Address;
  description: Description;
  /** Revoked or expired. */
  deadKeys: string[];
  newAccounts(): Promise<Account[]>;
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
  const clean = async () => {
    if (existsSync(data.DATA_DIR)) await runTrips(['tiers', 'list'], { env: data }); // the last user of the database stops it
    const files = join(data.DATA_DIR, 'postgres');
    if (existsSync(files)) rmSync(realpathSync(files), { recursive: true, force: true });
    directory.remove();
  };
  try {
    return { ...(await start(data)), clean };
  } catch (error) {
    await clean();
    throw error;
  }
}

async function start(data: { DATA_DIR: string }): Promise<Omit<Target, 'clean'>> {
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
