import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../../reliability/support/postgresServer.ts';
import { freePort, HIGH_RATE_LIMITS } from '../../reliability/support/process.ts';
import { hasRedisServer, startRedis, type TestRedis } from '../../reliability/support/redis.ts';
import { postgresAccount } from '../../src/database/embedded/account.ts';
import { locateBinaries } from '../../src/database/embedded/binaries.ts';
import { newId } from '../../src/identifiers.ts';
import { RETRY_SECONDS } from '../../src/webhooks/retries.ts';
import { query } from '../support/backups.ts';
import { endNow } from '../support/dataDirectory.ts';
import { type LiveService, startLive } from '../support/liveService.ts';
import { operatorProcess } from '../support/operator.ts';
import { ALERTS, hasPrometheus, type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { type Receiver, startReceiver } from '../support/webhooks.ts';

const canRun = hasPrometheus && hasRedisServer;

let server: PostgresServer;
let redis: TestRedis;
let receiver: Receiver;
let service: LiveService;
let withWorkers: LiveService;
let prometheus: Prometheus;
let accountId: string;

beforeAll(async () => {
  if (!canRun) return;
  server = startPostgresServer(locateBinaries(postgresAccount('')));
  redis = await startRedis();
  receiver = await startReceiver();
  const operator = operatorProcess({ DATABASE_URL: server.url });
  const demo = await operator.json('demo');
  accountId = demo.accountId;
  const shared = { DATABASE_URL: server.url, ...HIGH_RATE_LIMITS, WEBHOOK_TARGETS: 'any', LOG_LEVEL: 'fatal' };
  const [port, workersPort] = [await freePort(), await freePort()];
  const env = { ...shared, METRICS_PORT: String(port), DATABASE_POOL: '2', REDIS_URL: redis.url };
  service = await startLive({ env }, demo.apiKey);
  withWorkers = await startLive({ env: { ...shared, METRICS_PORT: String(workersPort), WORKERS: '2' } }, demo.apiKey);
  prometheus = await startPrometheus([port, workersPort]);
});
afterAll(async () => {
  if (!canRun) return;
  await prometheus?.stop();
  await Promise.all([service?.stop('SIGKILL'), withWorkers?.stop('SIGKILL')]);
  await redis?.close();
  server?.remove();
});

const repeatedly = async (times: number, pauseMs: number, work: () => Promise<unknown> | unknown) => {
  for (let turn = 0; turn < times; turn += 1) {
    await work();
    await sleep(pauseMs);
  }
};
const list = () => service.api.list('?limit=5').catch(() => {});

/** Somebody holds a table for a while, so everybody who reads it waits. */
async function whileLocked(table: 'trips' | 'riders', work: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server.target);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  await work();
  await client.query('ROLLBACK');
  await client.end();
}

/** More requests than may wait, for longer than a second: those that come then are refused. */
async function overload(): Promise<void> {
  let waiting: Promise<unknown>[] = [];
  await whileLocked('trips', async () => {
    waiting = Array.from({ length: 300 }, list);
    await sleep(2_500);
    waiting.push(...Array.from({ length: 50 }, list));
    await sleep(1_000);
  });
  await Promise.all(waiting);
}

async function addFailingEndpoint(): Promise<string> {
  const operator = operatorProcess({ DATABASE_URL: server.url, WEBHOOK_TARGETS: 'any' });
  receiver.answer(500);
  return (await operator.json(`webhooks add --account ${accountId} --url ${receiver.url} --type trip.created`))._id;
}

const workersOf = ({ child }: LiveService) =>
  (spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.match(/\d+/g) ?? []).map(Number);

/** What brings each alert about, in this order. The last ones leave no database and no service behind. */
const FAULTS: Record<string, () => Promise<unknown>> = {
  TripsBackupTooOld: () => query(server.target, `UPDATE backups SET made_at = now() - interval '27 hours'`),
  TripsMigrationsWaiting: () =>
    // As after an upgrade: a contract migration is not applied yet.
    query(server.target, `DELETE FROM migrations WHERE name = $1`, ['0043_contract_owners.sql']),
  TripsWebhooksGivenUp: async () => {
    await addFailingEndpoint();
    await service.book();
    // Three days pass between the first attempt and the last.
    const nextIsLast = `UPDATE webhook_deliveries SET attempts = $1, next_attempt_at = now() WHERE attempts > 0 RETURNING 1`;
    await expect
      .poll(async () => (await query(server.target, nextIsLast, [RETRY_SECONDS.length])).length)
      .toBeGreaterThan(0);
  },
  TripsWebhooksWaiting: async () => {
    const endpoint = await addFailingEndpoint();
    // What thousands of bookings leave while the partner is down.
    await query(
      server.target,
      `INSERT INTO webhook_deliveries (account_id, endpoint_id, trip_id, version, queued_at, attempts, next_attempt_at)
       SELECT $1, $2, n::text, 1, now(), 3, now() + interval '1 hour' FROM generate_series(1, 5001) n`,
      [accountId, endpoint],
    );
  },
  TripsRateLimitsNotShared: () => redis.kill(),
  TripsSlow: () => whileLocked('trips', () => Promise.race([list(), sleep(3_000)])),
  TripsShedding: overload,
  TripsPoolExhausted: async () => {
    // One statement each, for two connections.
    let waiting: Promise<unknown>[] = [];
    await whileLocked('riders', async () => {
      waiting = Array.from({ length: 60 }, () => service.api.send('GET', `/v1/clients/${newId()}`).catch(() => {}));
      await sleep(3_000);
    });
    await Promise.all(waiting);
  },
  TripsEventLoopBlocked: () =>
    // A process that gets no CPU time.
    repeatedly(10, 700, async () => {
      service.child.kill('SIGSTOP');
      await sleep(700);
      service.child.kill('SIGCONT');
    }),
  TripsWorkersEnding: () => repeatedly(3, 3_000, () => workersOf(withWorkers).forEach(endNow)),
  TripsDatabaseErrors: async () => {
    server.stop();
    await repeatedly(20, 200, list);
  },
  TripsFailingRequests: () => repeatedly(20, 200, list),
  TripsDown: () => service.stop('SIGKILL'),
  TripsNoInstance: () => prometheus.forgetTargets(),
};

/** The clock of one process cannot be set. promtool tests the rule. */
const NOT_CAUSED = ['TripsClockOff'];

describe.skipIf(!canRun)('the alerts in a real Prometheus', () => {
  it('are silent while nothing is wrong, and say that there is no backup until there is one', async () => {
    await expect.poll(prometheus.firing).toEqual(['TripsBackupTooOld']);
    await operatorProcess({ DATABASE_URL: server.url }).json(`backup ${server.directory}/monday.jsonl.gz`);
    await repeatedly(10, 100, list);
    await expect.poll(prometheus.firing).toEqual([]);
    expect([...Object.keys(FAULTS), ...NOT_CAUSED].sort()).toEqual([...ALERTS].sort());
  });

  it.each(Object.keys(FAULTS))('%s fires after its fault', async (alert) => {
    const fault = FAULTS[alert] as () => Promise<unknown>;
    const over = fault(); // some alerts only fire while it lasts
    await expect.poll(prometheus.firing).toContain(alert);
    await over;
  });
});
