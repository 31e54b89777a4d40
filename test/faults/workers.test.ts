import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { runTrips } from '../../reliability/support/process.ts';
import { accountsForFile } from '../support/accounts.ts';
import { bookingBody, call, newKey } from '../support/client.ts';
import type { KeptAnswer } from '../support/keepAlive.ts';
import { tomorrow } from '../support/liveService.ts';
import { lastLetIn } from '../support/refusal.ts';
import { listOn, startPool } from '../support/workerPool.ts';

const LIMIT = 30;

const accounts = await accountsForFile();
const pool = await startPool({
  env: { DATABASE_URL: accounts.url, METRICS_PORT: '0', RATE_LIMIT_TIERS: `STANDARD=${LIMIT}/600` },
});
afterAll(() => pool.close());

/** What was left after each request that was let through, as its headers tell. */
const whatWasLeft = (answers: KeptAnswer[], policy: string) =>
  answers
    .filter(({ status }) => status !== 429)
    .map(({ headers }) => Number(new RegExp(`"${policy}";r=(\\d+)`).exec(String(headers.ratelimit))?.[1]))
    .sort((a, b) => b - a);
const downFrom = (limit: number) => Array.from({ length: limit }, (_, index) => limit - 1 - index);

describe('two workers behind one port', () => {
  it('let through exactly what a limit allows, whichever answers, and count down without a gap', async () => {
    const { key } = await accounts.newAccount();
    const answers = await listOn(pool.connect(16), key.apiKey, 5);
    expect(whatWasLeft(answers, 'tier-standard')).toEqual(downFrom(LIMIT));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(16 * 5 - LIMIT);
    for (const { headers } of refused) {
      expect(headers['ratelimit-policy']).toBe(`"tier-standard";q=${LIMIT};w=600`);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('do so for many accounts at once', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, async () => (await accounts.newAccount()).key.apiKey));
    const connections = pool.connect(4);
    const answers = await Promise.all(keys.map((key) => listOn(connections, key, 10)));
    for (const each of answers) expect(whatWasLeft(each, 'tier-standard')).toEqual(downFrom(LIMIT));
  });

  it('both serve: of four connections each has two', async () => {
    const ready = await Promise.all(pool.connect(4).map((connection) => connection.send('GET', '/readyz')));
    expect(ready.map(({ body }) => body)).toEqual(
      Array(4).fill({ status: 'ready', rateLimits: 'the primary process' }),
    );
    expect(pool.workers().size).toBe(2);
  });

  it('make one trip of racing requests with one key', async () => {
    const { account, key } = await accounts.newAccount();
    const headers = { authorization: `Bearer ${key.apiKey}`, ...newKey() };
    const body = bookingBody({ scheduledAt: tomorrow() });
    const answers = await Promise.all(pool.connect(20).map((each) => each.send('POST', '/v1/trips', headers, body)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('IDEMPOTENCY_KEY_IN_PROGRESS');
    const { rows } = await accounts.database.query({
      text: 'SELECT trip_id FROM trips WHERE account_id = $1',
      values: [account.accountId],
    });
    expect(rows).toHaveLength(1);
  });

  it('both refuse a key within a second after the operator has revoked it', async () => {
    const { key } = await accounts.newAccount();
    const connections = pool.connect(2);
    const statuses = async () => (await listOn(connections, key.apiKey, 1)).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200]);
    const { code } = await runTrips(['keys', 'revoke', key.keyId], { env: { DATABASE_URL: accounts.url } });
    expect(code).toBe(0);
    expect(await lastLetIn(statuses)).toBeLessThan(1_000);
    expect(await statuses()).toEqual([401, 401]);
  });

  it('tell their metrics together, on one port', async () => {
    const [line] = pool
      .output()
      .split('\n')
      .filter((text) => text.includes('metrics at '));
    const url = /http:\S+\/metrics/.exec(line ?? '')?.[0] ?? '';
    const metrics = async () => (await fetch(url)).text();
    const counted = (text: string) =>
      Number(
        /^http_request_duration_seconds_count\{method="GET",route="\/v1\/openapi.json",status="200"\} (\d+)$/m.exec(
          text,
        )?.[1],
      );
    await Promise.all(pool.connect(6).map((each) => each.send('GET', '/v1/openapi.json')));
    await expect.poll(async () => counted(await metrics())).toBe(6);
    const text = await metrics();
    expect(text).toMatch(/^workers_serving 2$/m);
    expect(text).toMatch(/^database_connections\{state="busy"\} \d+$/m);
    expect(text.match(/^# TYPE http_request_duration_seconds /gm)).toHaveLength(1);
  });

  it('print the address that they serve, also in the description', async () => {
    expect(new URL(pool.url).port).not.toBe('0');
    expect(pool.output().match(/is listening on/g)).toHaveLength(1);
    const { body } = await call(pool.url, 'GET', '/v1/openapi.json');
    expect(body.servers).toEqual([expect.objectContaining({ url: pool.url })]);
  });

  it('cut off a caller that never ends its headers', async () => {
    const { hostname, port } = new URL(pool.url);
    const socket = createConnection(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write('GET /nowhere HTTP/1.1\r\nHost: a\r\n');
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('the limit by address', () => {
  it('is one count for all workers', async () => {
    const strict = await startPool({ env: { DATABASE_URL: accounts.url, RATE_LIMIT_IP: '40/600', WORKERS: '3' } });
    try {
      const answers = await listOn(strict.connect(12), 'no key', 6);
      expect(whatWasLeft(answers, 'ip')).toEqual(downFrom(40));
      expect(strict.workers().size).toBe(3);
    } finally {
      await strict.close();
    }
  });
});
