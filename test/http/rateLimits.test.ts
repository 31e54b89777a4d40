import { afterEach, describe, expect, it } from 'vitest';
import { issueKey } from '../../src/keys/keys.ts';
import { call } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

async function start(env: Record<string, string>): Promise<TestService> {
  service = await startService({ env });
  return service;
}
afterEach(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) => call(service.url, 'GET', path, { headers });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
const times = <Result>(count: number, act: () => Promise<Result>) => {
  const results = Array.from({ length: count }, () => act);
  return results.reduce<Promise<Result[]>>(async (done, next) => [...(await done), await next()], Promise.resolve([]));
};

describe('the limit by address', () => {
  it('comes before authentication: requests without a key count and are limited', async () => {
    await start({ RATE_LIMIT_IP: '3/60' });
    const answers = await times(4, () => get('/v1/trips'));
    expect(statuses(answers)).toEqual([401, 401, 401, 429]);
    const { body, headers } = answers[3] as (typeof answers)[0];
    expect([body.code, body.statusCode]).toEqual(['RATE_LIMITED', 429]);
    expect(body.message).toMatch(/^This address may send 3 requests in 60 s\. Retry in \d+ s\.$/);
    expect(headers.get('ratelimit-policy')).toBe('"ip";q=3;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"ip";r=0;t=\d+$/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(headers.has('www-authenticate')).toBe(false);
  });

  it('never holds up the health endpoints', async () => {
    await start({ RATE_LIMIT_IP: '1/60' });
    await times(2, () => get('/v1/trips'));
    expect((await get('/v1/trips')).status).toBe(429);
    expect(statuses(await times(5, () => get('/healthz')))).toEqual(Array(5).fill(200));
    expect(statuses(await times(5, () => get('/readyz')))).toEqual(Array(5).fill(200));
  });

  it('opens again when the window has passed', async () => {
    await start({ RATE_LIMIT_IP: '2/1' });
    expect(statuses(await times(3, () => get('/v1/trips')))).toEqual([401, 401, 429]);
    await expect.poll(async () => (await get('/v1/trips')).status, { timeout: 3_000 }).toBe(401);
  });

  it.each(['loopback', '127.0.0.1', '10.0.0.0/8, 127.0.0.0/8'])(
    'counts by X-Forwarded-For behind TRUST_PROXY=%s',
    async (proxies) => {
      await start({ RATE_LIMIT_IP: '1/60', TRUST_PROXY: proxies });
      const from = async (addresses: string) => (await get('/v1/trips', { 'x-forwarded-for': addresses })).status;
      expect([await from('203.0.113.1'), await from('203.0.113.2')]).toEqual([401, 401]);
      expect(await from('203.0.113.1')).toBe(429);
    },
  );

  it('can be off', async () => {
    await start({ RATE_LIMIT_IP: 'off', RATE_LIMIT_TIERS: 'off' });
    const { headers } = await get('/nowhere');
    expect([headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([false, false]);
  });
});

describe('the limit by tier', () => {
  it('counts by account, over all its keys, and stands beside the address’s limit on every success', async () => {
    await start({ RATE_LIMIT_IP: '100/60', RATE_LIMIT_TIERS: 'STANDARD=2/60,PRO=5/60' });
    const account = await service.account();
    const second = await issueKey(service.database, service.clock.now, account.accountId, null);
    const first = await account.api.list();
    expect(first.headers.get('ratelimit-policy')).toBe('"ip";q=100;w=60, "tier-standard";q=2;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"ip";r=99;t=\d+, "tier-standard";r=1;t=\d+$/);
    expect((await call(service.url, 'GET', '/v1/trips', { key: second.apiKey })).status).toBe(200);
    const { status, body, headers } = await account.api.list();
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(body.message).toMatch(/^An account of tier STANDARD may send 2 requests in 60 s\. Retry in \d+ s\.$/);
    expect(headers.get('ratelimit-policy')).toBe('"tier-standard";q=2;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"tier-standard";r=0;t=\d+$/);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const neighbour = await service.account();
    expect((await neighbour.api.list()).status).toBe(200);
  });

  it('differs by tier, and a tier that the settings do not know gets the strictest', async () => {
    await start({ RATE_LIMIT_TIERS: 'STANDARD=3/60,PRO=5/60,TRIAL=10/600' });
    const allowed = async (apiTier: string) => {
      const { api } = await service.account({ apiTier });
      const answers = await times(12, () => api.list());
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await allowed('STANDARD')).toBe(3);
    expect(await allowed('PRO')).toBe(5);
    expect(await allowed('TRIAL')).toBe(10);
    expect(await allowed('RETIRED')).toBe(10);
  });

  it('does not count a request whose key was refused', async () => {
    await start({ RATE_LIMIT_TIERS: 'STANDARD=1/60' });
    const { api, apiKey } = await service.account();
    await times(3, () => call(service.url, 'GET', '/v1/trips', { key: `${apiKey.slice(0, -1)}_` }));
    expect((await api.list()).status).toBe(200);
  });

  it('answers 429 whatever the body, its size, its type or the Idempotency-Key', async () => {
    await start({ RATE_LIMIT_TIERS: 'STANDARD=1/60' });
    const { api } = await service.account();
    await api.list();
    const requests = [
      { body: '{' },
      { body: {} },
      { body: 'x'.repeat(70_000) },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { body: '{}', headers: { 'idempotency-key': '!' } },
    ];
    const answers = await Promise.all(requests.map((request) => api.send('POST', '/v1/trips', request)));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(requests.map(() => [429, 'RATE_LIMITED']));
  });

  it('opens again when the window has passed', async () => {
    await start({ RATE_LIMIT_TIERS: 'STANDARD=1/1' });
    const { api } = await service.account();
    expect(statuses(await times(2, () => api.list()))).toEqual([200, 429]);
    await expect.poll(async () => (await api.list()).status, { timeout: 3_000 }).toBe(200);
  });
});
