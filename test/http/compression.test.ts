import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { call } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
for (let booked = 0; booked < 3; booked += 1) await account.api.createdTrip();
const key = { authorization: `Bearer ${account.apiKey}` };

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** As on the wire: fetch would decompress. */
function send(method: string, path: string, headers: Record<string, string>): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { method, headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
    });
    sent.on('error', reject).end();
  });
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };
/** What changes from one response to the next. */
const lasting = ({ 'x-request-id': _, date: __, ratelimit: ___, ...rest }: Received['headers']) => rest;

describe.each([
  ['a page', '/docs', {}],
  ['a guide', '/docs/guides/errors', {}],
  ['a page of the dashboard', '/app/sign-in', { cookie: `visitor=${'A'.repeat(43)}`, 'sec-fetch-site': 'none' }],
  ['the description', '/v1/openapi.json', {}],
  ['a list', '/v1/trips', key],
])('%s', (_, path, headers) => {
  it.each(['br', 'gzip'] as const)(
    'comes as %s to a client that accepts it, and says that it varies',
    async (encoding) => {
      const plain = await send('GET', path, headers);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.vary).toMatch(/\baccept-encoding$/);
      for (let time = 0; time < 2; time += 1) {
        const encoded = await send('GET', path, { ...headers, 'accept-encoding': encoding });
        expect([encoded.status, encoded.headers['content-encoding']]).toEqual([plain.status, encoding]);
        expect(encoded.headers.vary).toBe(plain.headers.vary);
        expect(Number(encoded.headers['content-length'])).toBe(encoded.bytes.length);
        expect(encoded.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
        expect(DECODERS[encoding](encoded.bytes).equals(plain.bytes)).toBe(true);
      }
    },
  );

  it.each(['br', 'gzip', 'identity'])('has the same headers for HEAD as for GET: %s', async (encoding) => {
    const accepting = { ...headers, 'accept-encoding': encoding };
    const [get, head] = [await send('GET', path, accepting), await send('HEAD', path, accepting)];
    expect(head.bytes.length).toBe(0);
    expect([head.status, lasting(head.headers)]).toEqual([get.status, lasting(get.headers)]);
  });
});

describe('compression', () => {
  it.each([
    ['br', 'br, gzip'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0.5, gzip'],
    ['br', '*'],
    [undefined, 'deflate'],
    [undefined, 'identity'],
    [undefined, 'br;q=0, gzip;q=0'],
    [undefined, ''],
    [undefined, `${'x'.repeat(10_000)}, br`],
  ])('is %s for Accept-Encoding: %.30s', async (encoding, accepted) => {
    const { status, headers } = await send('GET', '/v1/openapi.json', { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
  });

  it('leaves up to 1 kB as it is', async () => {
    for (const [path, headers] of [
      ['/healthz', {}],
      ['/v1/nowhere', {}],
      ['/v1/trips?page=100', key],
    ] as const) {
      const answer = await send('GET', path, { ...headers, 'accept-encoding': 'br, gzip' });
      expect(answer.bytes.length).toBeLessThanOrEqual(1024);
      expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
    }
  });

  it('changes nothing for a client that decompresses, replays included', async () => {
    const note = 'é'.repeat(1_000);
    const headers = { 'idempotency-key': 'compressed-and-not', 'accept-encoding': 'gzip' };
    const booked = await account.api.create({ note }, headers);
    const replayed = await account.api.create({ note }, { ...headers, 'accept-encoding': 'identity' });
    expect([booked.status, booked.headers.get('content-encoding')]).toEqual([201, 'gzip']);
    expect([replayed.status, replayed.headers.get('content-encoding')]).toEqual([201, null]);
    expect(replayed.text).toBe(booked.text);
  });
});

describe('a page of the dashboard that knows its visitor', () => {
  const page = (headers: Record<string, string>) =>
    send('GET', '/app/sign-in?to=%2Fapp%2Ftrips', { 'accept-encoding': 'br', cookie: 'visitor=x', ...headers });

  it.each(['same-origin', 'none'])('is compressed when the request comes from here: %s', async (site) => {
    expect((await page({ 'sec-fetch-site': site })).headers['content-encoding']).toBe('br');
  });

  it.each(['cross-site', 'same-site', undefined])(
    'is not compressed when another site may have chosen what is on it: %s',
    async (site) => {
      const { status, headers, bytes } = await page(site === undefined ? {} : { 'sec-fetch-site': site });
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
      expect(bytes.toString()).toContain('<!doctype html>');
    },
  );
});

describe('GET /v1/openapi.json', () => {
  const PATH = '/v1/openapi.json';

  it('has a strong entity tag for each encoding, and need not be sent twice', async () => {
    const tags = new Set<unknown>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await send('GET', PATH, { 'accept-encoding': encoding });
      expect(first.headers.etag).toMatch(/^"[^"]+"$/);
      expect(first.headers['cache-control']).toBe('public, no-cache');
      tags.add(first.headers.etag);
      for (const method of ['GET', 'HEAD']) {
        const tag = String(first.headers.etag);
        for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
          const again = await send(method, PATH, { 'accept-encoding': encoding, 'if-none-match': known });
          expect([again.status, again.bytes.length]).toEqual([304, 0]);
          expect(again.headers).toMatchObject({ 'cache-control': 'public, no-cache', vary: 'accept-encoding' });
          if (known !== '*') expect(again.headers.etag).toBe(tag);
        }
      }
    }
    expect(tags.size).toBe(3);
  });

  it.each(['"other"', '', 'rubbish', '""'])('is sent when the client knows another one: %s', async (tag) => {
    const { status, bytes } = await send('GET', PATH, { 'if-none-match': tag });
    expect([status, bytes.length > 10_000]).toEqual([200, true]);
  });

  it('takes less than a fifth of its size', async () => {
    const plain = await send('GET', PATH, {});
    const { bytes } = await send('GET', PATH, { 'accept-encoding': 'br' });
    expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect((await call(service.url, 'GET', PATH)).body.openapi).toBe('3.0.3');
  });
});
