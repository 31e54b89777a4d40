import { lookup } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { HIGH_RATE_LIMITS } from '../../reliability/support/process.ts';
import { createDemoAccount, type DemoAccount } from '../../src/accounts/demoAccount.ts';
import { type AppDependencies, buildApp } from '../../src/app.ts';
import type { Clock } from '../../src/clock.ts';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { installFunctions } from '../../src/database/layout/accountFunction.ts';
import type { Layout } from '../../src/database/layout/placement.ts';
import { createMetrics } from '../../src/health/metrics.ts';
import { createAuthenticator } from '../../src/keys/authenticator.ts';
import { createKeyUseRecorder } from '../../src/keys/keyUse.ts';
import { createRateLimits } from '../../src/limits/rateLimits.ts';
import type { SharedCounters } from '../../src/limits/sharedCounters.ts';
import { embeddedPlaces } from '../../src/places/embeddedPlaces.ts';
import { createLogger } from '../../src/start/log.ts';
import { loadSettings } from '../../src/start/settings.ts';
import { ACCOUNT_FUNCTIONS } from '../../src/trips/store/accountFunctions.ts';
import { createUsageRecorder, type UsageRecorder } from '../../src/usage/recorder.ts';
import { createSender } from '../../src/webhooks/sender.ts';
import { type ApiClient, apiClient } from './client.ts';
import { createTestDatabase, type TestDatabase, targetOfService } from './database.ts';
import { noteErrors } from './errorsOfService.ts';

/** A clock that stands until it is moved; keys, bookings and histories go by it. */
interface TestClock {
  now: Clock;
  set(moment: string): void;
  advance(seconds: number): void;
}

function testClock(): TestClock {
  let moment = new Date('2027-03-01T08:00:00.000Z').getTime();
  return {
    now: () => new Date(moment),
    set: (text) => {
      moment = new Date(text).getTime();
    },
    advance: (seconds) => {
      moment += seconds * 1000;
    },
  };
}

export interface TestAccount extends DemoAccount {
  accountId: string;
  apiKey: string;
  api: ApiClient;
}

export interface TestService {
  url: string;
  /** As the role that serves, like the service itself; on a cluster, as the owner. */
  serving: Database;
  /** As the owner of the tables, for what a test looks up or arranges itself. */
  database: Database;
  /** The same database as a setting, for its owner. */
  databaseUrl: string;
  clock: TestClock;
  /** Every line logged so far. */
  logLines(): Record<string, unknown>[];
  logText(): string;
  metrics(): Promise<string>;
  /** How many connections it holds. */
  openConnections(): Promise<number>;
  account(details?: Partial<Parameters<typeof createDemoAccount>[2]>): Promise<TestAccount>;
  keyUse: ReturnType<typeof createKeyUseRecorder>;
  usage: UsageRecorder;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** Settings as in the environment; the limits are too high to be reached unless set here. */
  env?: Record<string, string>;
  /** Counters in Redis instead of this process. */
  shared?: SharedCounters;
  overrides?: Partial<AppDependencies>;
  /** An existing database instead of a fresh one; its creator drops it. */
  on?: TestDatabase;
  /** The layout that statements are made for; `citus`, as the owner, gives the same answers on one PostgreSQL. */
  layout?: Layout;
}

/** The embedded pair, from the index that the build makes; loaded once for all services of a test file. */
const places = embeddedPlaces(join(import.meta.dirname, '../../dist/places/gazetteer.json'));

/** The service in this process, on a database of its own, listening on a free port. */
export async function startService({
  env = {},
  shared,
  overrides = {},
  on,
  layout,
}: TestServiceOptions = {}): Promise<TestService> {
  const settings = loadSettings({ ...HIGH_RATE_LIMITS, ...env });
  const testDatabase = on ?? (await createTestDatabase());
  const asOwner = { ...testDatabase.target, ...(layout && { layout }) };
  const database = openDatabase(
    asOwner.layout === 'citus' ? asOwner : { ...(await targetOfService(testDatabase)), layout: 'single' },
  );
  const ofOwner = openDatabase(asOwner);
  await installFunctions(database, ACCOUNT_FUNCTIONS);
  const clock = testClock();
  const sink = new PassThrough();
  const logged: string[] = [];
  sink.on('data', (chunk) => {
    logged.push(String(chunk));
    noteErrors(String(chunk));
  });
  const log = createLogger('trace', sink);
  const keyUse = createKeyUseRecorder(database, log, 3_600_000);
  const usage = createUsageRecorder(database, clock.now, log, 3_600_000);
  const metrics = createMetrics(database);
  const app = buildApp({
    database,
    authenticator: createAuthenticator(database, clock.now, keyUse.note),
    ...places,
    limits: createRateLimits(settings, shared),
    clock: clock.now,
    log,
    observeRequest: (request) => {
      metrics.observeRequest(request);
      usage.record(request);
    },
    observeOverload: metrics.observeOverload,
    publicUrl: () => 'http://127.0.0.1:3000',
    trustedProxies: settings.trustedProxies,
    sender: createSender({ targets: settings.webhookTargets, clock: clock.now, lookup }),
    webhookTargets: settings.webhookTargets,
    sendsMail: settings.mail !== undefined,
    securityContact: settings.securityContact,
    ...overrides,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const logText = () => logged.join('');
  return {
    url,
    serving: database,
    database: ofOwner,
    databaseUrl: testDatabase.url,
    clock,
    keyUse,
    usage,
    logText,
    logLines: () =>
      logText()
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    metrics: () => metrics.registry.metrics(),
    openConnections: promisify(app.server.getConnections.bind(app.server)),
    async account(details = {}) {
      const demo = await createDemoAccount(database, clock.now, {
        role: 'DRIVER',
        apiTier: 'STANDARD',
        isVatExempt: false,
        ...details,
      });
      return {
        ...demo,
        accountId: demo.account.accountId,
        apiKey: demo.key.apiKey,
        api: apiClient(url, demo.key.apiKey),
      };
    },
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await keyUse.close();
      await usage.close();
      await database.close();
      await ofOwner.close();
      if (!on) await testDatabase.drop();
    },
  };
}

/** A service for all tests of a file, closed after the last one. */
export async function serviceForFile(options?: TestServiceOptions): Promise<TestService> {
  const service = await startService(options);
  afterAll(() => service.close());
  return service;
}
