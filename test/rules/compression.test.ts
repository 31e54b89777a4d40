import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { compressionGate, knownTag } from '../../src/gates/compression.ts';

// Texts that compress differently at each level.
const TEXT = Array.from({ length: 2_000 }, (_, index) => `trip ${(index * 7_919) % 1_009}`).join(' ');

/** Responds with this payload to a request that accepts these encodings. */
async function respond(
  payload: string | Buffer,
  {
    accepts = 'gzip',
    compression = 'cheap' as 'cheap' | 'kept' | 'never',
    status = 200,
    headers = {} as Record<string, string>,
  } = {},
) {
  const app = fastify();
  compressionGate(app);
  app.get('/', (request, reply) => {
    request.compression = compression;
    return reply.status(status).headers(headers).send(payload);
  });
  const ask = () => app.inject({ url: '/', headers: { 'accept-encoding': accepts } });
  const first = await ask();
  expect((await ask()).rawPayload.equals(first.rawPayload)).toBe(true);
  return { headers: first.headers, bytes: first.rawPayload };
}

const brotli = (quality: number) => brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

describe('a response', () => {
  it.each([
    ['sent once', 'gzip', {}, gzipSync(TEXT, { level: 1 })],
    ['sent once', 'br', {}, brotli(4)],
    ['public', 'gzip', { compression: 'kept' as const }, gzipSync(TEXT, { level: 9 })],
    ['public', 'br', { compression: 'kept' as const }, brotli(9)],
    ['public, but not found', 'gzip', { compression: 'kept' as const, status: 404 }, gzipSync(TEXT, { level: 1 })],
  ])('that is %s is compressed as well as is worth it: %s', async (_, encoding, options, expected) => {
    const { headers, bytes } = await respond(TEXT, { ...options, accepts: encoding });
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
    expect(bytes.equals(expected)).toBe(true);
  });

  it('of bytes is not kept', async () => {
    const { bytes } = await respond(Buffer.from(TEXT), { compression: 'kept' });
    expect(bytes.equals(gzipSync(TEXT, { level: 1 }))).toBe(true);
  });

  it('is large by its bytes, not by its characters', async () => {
    expect((await respond('é'.repeat(513))).headers['content-encoding']).toBe('gzip');
    expect((await respond('é'.repeat(512))).headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['is never to be compressed', { compression: 'never' as const }, undefined],
    ['is compressed already', { headers: { 'content-encoding': 'zstd' } }, 'zstd'],
  ])('that %s is left alone', async (_, options, encoding) => {
    const { headers, bytes } = await respond(TEXT, options);
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, undefined]);
    expect(bytes.toString()).toBe(TEXT);
  });

  it('is not compressed for a client that accepts neither encoding, and still varies by what is accepted', async () => {
    const { headers, bytes } = await respond(TEXT, { accepts: 'deflate', headers: { vary: 'cookie' } });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'cookie, accept-encoding']);
    expect(bytes.toString()).toBe(TEXT);
  });

  it('has an entity tag of its own for each encoding', async () => {
    const tagged = (accepts: string) => respond(TEXT, { accepts, headers: { etag: '"a"' } });
    expect([
      (await tagged('br')).headers.etag,
      (await tagged('gzip')).headers.etag,
      (await tagged('identity')).headers.etag,
    ]).toEqual(['"a-br"', '"a-gzip"', '"a"']);
  });
});

it.each([
  [undefined, undefined],
  ['"b"', undefined],
  ['"a"', '"a"'],
  ['W/"a-br"', '"a-br"'],
  ['"b", "a-gzip"', '"a-gzip"'],
  ['*', '"a"'],
  ['"aW/"', undefined],
  ['W/W/"a"', undefined],
])('a client that knows %s knows the content by %s', (header, tag) => {
  expect(knownTag({ headers: { 'if-none-match': header } } as Parameters<typeof knownTag>[0], '"a"')).toBe(tag);
});
