import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../support/client.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { startService, type TestService, type TestServiceOptions } from '../support/service.ts';

let service: TestService;

async function start(limit: string, options: TestServiceOptions = {}): Promise<void> {
  service = await startService({ ...options, env: { RATE_LIMIT_IP: limit, ...options.env } });
}
afterEach(() => service.close());

const behindProxy = { env: { TRUST_PROXY: 'loopback' } };
const statusWith = async (headers: Record<string, string>) =>
  (await call(service.url, 'GET', '/v1/trips', { headers })).status;
const statusFrom = (forwardedFor: string) => statusWith({ 'x-forwarded-for': forwardedFor });

async function statusesOf<Item>(items: readonly Item[], act: (item: Item) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (const item of items) statuses.push(await act(item));
  return statuses;
}

/** Every header by which some proxy or other tells where a request came from. */
const ORIGIN_HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-remote-addr',
  'x-remote-ip',
  'x-azure-clientip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'via',
];

describe('the limit by address is not escaped', () => {
  it('by headers that tell another origin, when no proxy is trusted', async () => {
    await start('5/60');
    const forged = ORIGIN_HEADERS.map((name, index) => ({ [name]: `203.0.113.${index}` }));
    const statuses = await statusesOf(forged, statusWith);
    expect(statuses).toEqual(ORIGIN_HEADERS.map((_, index) => (index < 5 ? 401 : 429)));
    const forwarded = ORIGIN_HEADERS.map((_, index) => ({ forwarded: `for=198.51.100.${index}` }));
    expect(await statusesOf(forwarded, statusWith)).toEqual(ORIGIN_HEADERS.map(() => 429));
  });

  it('by other headers than the one that the trusted proxy appends to', async () => {
    await start('1/60', behindProxy);
    expect(await statusFrom('203.0.113.1')).toBe(401);
    const others = ORIGIN_HEADERS.slice(1).map((name, index) => ({
      'x-forwarded-for': '203.0.113.1',
      [name]: `198.51.100.${index}`,
    }));
    expect(await statusesOf(others, statusWith)).toEqual(others.map(() => 429));
  });

  it('by entries that the caller wrote before the trusted proxy’s own', async () => {
    await start('1/60', behindProxy);
    expect(await statusFrom('203.0.113.1')).toBe(401);
    const forged = ['198.51.100.1', '127.0.0.1', '::1', 'unknown', '', ',', '203.0.113.9, 198.51.100.2', '"', '\t'];
    const statuses = await statusesOf(forged, (entries) => statusFrom(`${entries}, 203.0.113.1`));
    expect(statuses).toEqual(forged.map(() => 429));
    const twice = 'X-Forwarded-For: 198.51.100.3\r\nX-Forwarded-For: 203.0.113.1';
    const { status } = await sendRaw(
      service.url,
      `GET /v1/trips HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${twice}\r\n\r\n`,
    );
    expect(status).toBe(429);
  });

  it('by writing one’s address in another way', async () => {
    await start('1/60', behindProxy);
    const ways = [
      ['203.0.113.7', '203.0.113.7:1024', '203.0.113.7:1025', '::ffff:203.0.113.7', '::FFFF:CB00:7107'],
      [
        '2001:db8:1:2::1',
        '2001:DB8:1:2::1',
        '2001:0db8:0001:0002:0:0:0:1',
        '[2001:db8:1:2::1]:443',
        '2001:db8:1:2::1%0',
      ],
      ['unknown', 'hidden', '_obfuscated', '203.0.113.07', '203.0.113.8.9', 'x'.repeat(5_000)],
    ];
    for (const same of ways) {
      expect(await statusesOf(same, statusFrom)).toEqual(same.map((_, index) => (index === 0 ? 401 : 429)));
    }
  });

  it('by going from neighbour to neighbour within an IPv6 /64', async () => {
    await start('1/60', behindProxy);
    const neighbours = Array.from({ length: 20 }, (_, index) => `2001:db8:5:6:${index}:${index * 7}::${index}`);
    expect(await statusesOf(neighbours, statusFrom)).toEqual(neighbours.map((_, index) => (index === 0 ? 401 : 429)));
    expect(await statusFrom('2001:db8:5:7::1')).toBe(401);
  });

  it('by many keys, good or bad', async () => {
    await start('10/60');
    const accounts = await Promise.all(Array.from({ length: 6 }, () => service.account()));
    const bad = Array.from({ length: 6 }, (_, index) => `trip_live_${String(index).repeat(24)}.${'A'.repeat(43)}`);
    const keys = accounts.flatMap(({ apiKey }, index) => [apiKey, bad[index]]);
    const statuses = await statusesOf(
      keys,
      async (key) => (await call(service.url, 'GET', '/v1/trips', { key })).status,
    );
    expect(statuses).toEqual([...Array(5).fill([200, 401]).flat(), 429, 429]);
  });

  it('by any path, method or body: everything that is a request counts', async () => {
    const requests = [
      'GET /nowhere HTTP/1.1',
      'HEAD /v1/trips HTTP/1.1',
      'OPTIONS /v1/trips HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'TRACE / HTTP/1.1',
      'GET http://elsewhere/healthz/ HTTP/1.1',
      'GET /v1/%zz HTTP/1.1',
      'GET /v1/openapi.json HTTP/1.1',
      'GET /v1/trips HTTP/1.0',
      'POST /v1/trips HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{',
    ];
    await start(`${requests.length}/60`);
    const statuses = await statusesOf(requests, async (line) => {
      const [head = '', ...body] = line.split('\r\n\r\n');
      const bytes = [`${head}\r\nHost: a\r\nConnection: close`, ...body, ''].join('\r\n\r\n');
      return (await sendRaw(service.url, bytes)).status;
    });
    expect(statuses).not.toContain(429);
    expect(await statusWith({})).toBe(429);
  });
});
