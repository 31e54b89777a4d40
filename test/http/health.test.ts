import { describe, expect, it } from 'vitest';
import { listenAnywhere, metricIn } from '../../reliability/support/process.ts';
import { findLastBackup } from '../../src/database/backup/lastBackup.ts';
import { clockOffsetSeconds } from '../../src/database/databaseClock.ts';
import { countMigrations } from '../../src/database/migrate.ts';
import { createMetrics, serveMetrics } from '../../src/health/metrics.ts';
import { countWaitingDeliveries } from '../../src/webhooks/deliveryStore.ts';
import { call } from '../support/client.ts';
import { takeDatabaseAway } from '../support/databaseOfService.ts';
import { migrationNames } from '../support/releases.ts';
import { serviceForFile, startService } from '../support/service.ts';

const service = await serviceForFile();

const get = (path: string) => call(service.url, 'GET', path);

describe('GET /healthz', () => {
  it('says that the process lives, without a key', async () => {
    const { status, body } = await get('/healthz');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });
});

describe('GET /readyz', () => {
  it('says that requests can be served, and where limits are counted', async () => {
    const { status, body } = await get('/readyz');
    expect([status, body]).toEqual([200, { status: 'ready', rateLimits: 'memory' }]);
  });
});

describe('the metrics', () => {
  it('count requests by method, route and status', async () => {
    const { api } = await service.account();
    const { _id } = await api.createdTrip();
    await api.read(_id);
    await api.read(_id);
    await api.read('0'.repeat(24));
    await get('/some/unknown/path');
    const count = (method: string, route: string, status: number) =>
      `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
    const text = () => service.metrics();
    await expect.poll(text).toContain(`${count('GET', 'unknown', 404)} 1`);
    expect(await text()).toContain(`${count('POST', '/v1/trips', 201)} 1`);
    expect(await text()).toContain(`${count('GET', '/v1/trips/:id', 200)} 2`);
    expect(await text()).toContain(`${count('GET', '/v1/trips/:id', 404)} 1`);
    expect(await text()).not.toContain(_id);
    expect(await text()).not.toContain('some/unknown');
  });

  it('tell the database’s connections and the process itself', async () => {
    const text = await service.metrics();
    for (const state of ['busy', 'idle', 'waiting']) {
      expect(text).toMatch(new RegExp(`^database_connections\\{state="${state}"\\} \\d+$`, 'm'));
    }
    expect(text).toContain('process_cpu_user_seconds_total');
  });

  it('count errors of the database by class, and waits for a connection', async () => {
    const broken = await startService();
    const { api } = await broken.account();
    await expect(broken.serving.query({ text: 'SELECT 1/0' })).rejects.toThrow('division by zero');
    await Promise.all(Array.from({ length: 30 }, () => broken.serving.query({ text: 'SELECT pg_sleep(0.02)' })));
    const text = await broken.metrics();
    expect(text).toContain('database_errors_total{class="22"} 1');
    expect(metricIn(text, 'database_pool_waits_total')).toBe(20);
    expect(metricIn(text, 'database_pool_wait_seconds_total')).toBeGreaterThan(0.2);
    const bringBack = await takeDatabaseAway(broken);
    expect((await api.list()).status).toBe(503);
    expect(await broken.metrics()).toContain('database_errors_total{class="connection"}');
    bringBack();
    await broken.close();
  });

  it('tell migrations and the last backup, and go on without them while the database is gone', async () => {
    const broken = await startService();
    const metrics = createMetrics(broken.serving);
    metrics.watchUpkeep({
      countMigrations: () => countMigrations(broken.serving),
      findLastBackup: () => findLastBackup(broken.serving),
    });
    metrics.watchDeliveries(() => countWaitingDeliveries(broken.serving));
    metrics.watchClock(() => clockOffsetSeconds(broken.serving, () => new Date(Date.now() - 90_000)));
    const text = () => metrics.registry.metrics();
    expect(metricIn(await text(), 'backup_last_success_timestamp_seconds')).toBe(0);
    expect(await text()).toContain(`database_migrations{state="applied"} ${migrationNames.length}\n`);
    expect(await text()).toContain('database_migrations{state="waiting"} 0\n');
    const madeAt = '2027-03-01T04:00:00Z';
    await broken.serving.query({ text: 'INSERT INTO backups VALUES ($1)', values: [madeAt] });
    expect(metricIn(await text(), 'backup_last_success_timestamp_seconds')).toBe(Date.parse(madeAt) / 1000);
    expect(metricIn(await text(), 'clock_offset_seconds')).toBeCloseTo(-90, -1);
    const bringBack = await takeDatabaseAway(broken);
    const without = await text();
    expect(without).not.toMatch(
      /^(backup_last_success_timestamp_seconds|clock_offset_seconds|database_migrations|webhook_deliveries_waiting)/m,
    );
    expect(without).toContain('database_connections');
    bringBack();
    await broken.close();
  });

  it('tell whether rate limits are counted together', async () => {
    let isUnavailable = false;
    const metrics = createMetrics(service.database);
    metrics.watchCounters({ name: 'redis', isUnavailable: () => isUnavailable });
    expect(await metrics.registry.metrics()).toContain('rate_limit_counters_up{store="redis"} 1\n');
    isUnavailable = true;
    expect(await metrics.registry.metrics()).toContain('rate_limit_counters_up{store="redis"} 0\n');
  });

  it('are served at /metrics of their own port and nowhere else', async () => {
    const server = serveMetrics(createMetrics(service.database).registry);
    const address = `http://127.0.0.1:${await listenAnywhere(server)}`;
    const response = await fetch(`${address}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
    ]);
    expect(await response.text()).toContain('database_connections');
    expect((await fetch(`${address}/`)).status).toBe(404);
    server.closeAllConnections();
    server.close();
    expect((await get('/metrics')).status).toBe(404);
  });
});
