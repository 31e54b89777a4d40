import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { accountsForFile } from '../support/accounts.ts';
import { newKey } from '../support/client.ts';
import { liveForFile, startLive, tomorrow } from '../support/liveService.ts';
import { banFeature } from '../support/providersAnswers.ts';
import { json, providerServerForFile } from '../support/providersServer.ts';
import { startTraceReceiver } from '../support/traceReceiver.ts';
import { startReceiver } from '../support/webhooks.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_SPAN = '00f067aa0ba902b7';

const traces = await startTraceReceiver();
const provider = await providerServerForFile();
const partner = await startReceiver();
const accounts = await accountsForFile();
const key = await accounts.newKey();

const env = {
  DATABASE_URL: accounts.url,
  OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
  GEOCODER: 'ban',
  GEOCODER_URL: provider.url,
  WEBHOOK_TARGETS: 'any',
};
const service = await liveForFile({ env }, key);

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.api.send(method, path, { body, headers });

/** The spans of one trace, once the span of the request itself has arrived: it ends last. */
async function traceOf(traceId: string) {
  const found = () => traces.spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => found().some(({ kind }) => kind === 2)).toBe(true);
  return found();
}

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('a booking is traced below the caller’s span: gates, rules and the statement', async () => {
    const answer = await service.api.create(
      { scheduledAt: tomorrow() },
      { ...newKey(), traceparent: `00-${TRACE}-${PARENT_SPAN}-01` },
    );
    expect(answer.status).toBe(201);
    const spans = await traceOf(TRACE);
    const request = spans.find(({ kind }) => kind === 2);
    expect(request).toMatchObject({
      parentSpanId: PARENT_SPAN,
      name: 'POST /v1/trips',
      service: 'trip-booking-api',
      attributes: { 'http.route': '/v1/trips', 'http.response.status_code': 201 },
    });
    expect(answer.headers.get('traceparent')).toBe(`00-${TRACE}-${request?.spanId}-01`);
    const below = (name: string) => spans.filter(({ parentSpanId }) => parentSpanId === idOf(name));
    const idOf = (name: string) => spans.find((span) => span.name === name)?.spanId;
    expect(below('POST /v1/trips').map(({ name }) => name)).toEqual(['gates', 'rules']);
    expect(below('gates')).toMatchObject([{ kind: 3, attributes: { 'db.system.name': 'postgresql' } }]);
    expect(below('rules')).toMatchObject([{ kind: 3, attributes: { 'db.system.name': 'postgresql' } }]);
    await expect.poll(() => service.output()).toContain(`"traceId":"${TRACE}"`); // lines are written after the response
  });

  it('a request without a trace begins one; its provider is in it, and no address', async () => {
    provider.will(json({ type: 'FeatureCollection', features: [banFeature()] }));
    const tiers = await send('GET', '/v1/service-tiers');
    const order = { pickup: '10 Rue Sécrète 75004 Paris', dropoff: '48.8,2.3' };
    const body = { ...order, serviceTierId: tiers.body.data[0]._id };
    const quote = await send('POST', '/v1/quotes', body);
    const [, traceId = ''] = quote.headers.get('traceparent')?.split('-') ?? [];
    const spans = await traceOf(traceId);
    expect(spans.map(({ name }) => name)).toContain('provider ban');
    expect(traces.text()).not.toMatch(/Rivoli|S.cr.te|Lovelace|trip_live_/);
  });

  it('a delivery is a trace of its own, with its outcome', async () => {
    partner.answer(500);
    await send('POST', '/v1/webhook-endpoints', { url: partner.url });
    await service.book();
    const deliveries = () => traces.spans.filter(({ name }) => name === 'delivery');
    await expect.poll(() => deliveries().length).toBeGreaterThan(0);
    expect(deliveries()[0]).toMatchObject({
      attributes: { 'http.response.status_code': 500, 'error.type': 'UNSUCCESSFUL_STATUS' },
      status: { code: 2 },
    });
    expect(deliveries()[0]?.parentSpanId).toBeUndefined();
  });

  it('requests that share a statement: it is below one of them and links to the others', async () => {
    const linked = () => traces.spans.filter(({ links }) => links.length > 0);
    await expect
      .poll(async () => {
        await Promise.all(Array.from({ length: 20 }, () => service.book()));
        return linked().length;
      })
      .toBeGreaterThan(0);
    const [statement] = linked();
    const hasCome = (id: string) => traces.spans.some(({ traceId }) => traceId === id);
    for (const { traceId } of statement?.links ?? []) {
      expect(traceId).not.toBe(statement?.traceId);
      await expect.poll(() => hasCome(traceId)).toBe(true);
    }
  });

  it('probes are not traced', async () => {
    const answer = await fetch(`${service.url}/readyz`);
    expect([answer.status, answer.headers.get('traceparent')]).toEqual([200, null]);
  });

  it('an unreachable receiver is logged once and does not affect requests; its return is logged too', async () => {
    const logged = (text: string) => service.output().split(text).length - 1;
    traces.answer(400);
    await service.book();
    await expect.poll(() => logged('traces cannot be exported')).toBe(1);
    await service.book();
    traces.answer(200);
    await expect
      .poll(async () => {
        await service.book();
        return logged('traces are exported again');
      })
      .toBe(1);
    expect(logged('traces cannot be exported')).toBe(1);
  });
});

it('a trace is found in the log of a service that exports none, by the command of docs/operations.md', async () => {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const [command = '', traceId = ''] = /^grep '"traceId":"(\w{32})"'(?= trips\.log$)/m.exec(page) ?? [];
  const [traceparent = ''] = new RegExp(`00-${traceId}-\\w{16}-01`).exec(page) ?? [];
  const other = await startLive({ env: { DATABASE_URL: accounts.url } }, key);
  const answer = await other.api.send('GET', '/v1/trips', { headers: { traceparent } });
  await other.api.send('GET', `/v1/trips/${'0'.repeat(24)}`, { headers: { traceparent } });
  await other.api.list();
  expect(await other.stop()).toBe(0);
  const found = execFileSync('bash', ['-c', command], { input: other.output(), encoding: 'utf8' });
  const lines = found.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: answer.headers.get('x-request-id'), traceId, status: 200 },
    { traceId, status: 404, code: 'TRIP_NOT_FOUND' },
  ]);
});

it('the standard variables decide: the name of the service, sampling, and the last spans leave when it stops', async () => {
  const other = await startLive(
    {
      env: {
        ...env,
        OTEL_BSP_SCHEDULE_DELAY: '600000',
        OTEL_SERVICE_NAME: 'trips-of-the-north',
        OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      },
    },
    key,
  );
  const traceparent = '00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  await other.api.send('GET', '/v1/trips', { headers: { traceparent } });
  const unsampled = await other.api.list();
  expect(unsampled.headers.get('traceparent')).toMatch(/-00$/);
  expect(await other.stop()).toBe(0);
  const spans = traces.spans.filter(({ service: name }) => name === 'trips-of-the-north');
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['5bf92f3577b34da6a3ce929d0e0e4736']));
});
