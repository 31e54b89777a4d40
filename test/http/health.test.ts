import { describe, expect, it } from 'vitest';
import { listenAnywhere } from '../../reliability/support/process.ts';
import { createMetrics, serveMetrics } from '../../src/health/metrics.ts';
import { call } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

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

  it('are served at /metrics of their own port and nowhere else', async () => {
    const server = serveMetrics(createMetrics(service.database.pool).registry);
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
