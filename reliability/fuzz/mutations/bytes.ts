import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../../support/random.ts';
import { type Draft, removeHeader, setHeader } from '../making/draft.ts';
import type { Mutation } from './mutation.ts';

const MOST_BODY_BYTES = 64 * 1024;

const ofBody = (name: string, change: (body: Buffer, draft: Draft, random: Random) => Buffer): Mutation => ({
  name,
  mutate(draft, { random }) {
    if (draft.body === undefined || draft.body.length === 0) return false;
    draft.body = change(draft.body, draft, random);
    return true;
  },
});

const insertAt = (body: Buffer, place: number, bytes: readonly number[]) =>
  Buffer.concat([body.subarray(0, place), Buffer.from(bytes), body.subarray(place)]);

/** Overlong, cut short, beyond Unicode, or a surrogate. */
const INVALID_UTF8 = [
  ...[[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82], [0x80], [0xfe, 0xff]],
];

function utf16(body: Buffer, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${body.toString()}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

const CONTENT_TYPES = [
  ...['text/plain', 'text/json', 'application/xml', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data; boundary=x', 'json'],
  ...['application/jsonp', 'application/json-patch+json', 'application/vnd.api+json', '*/*', '', ';', 'application/'],
  ...['/json', 'a'.repeat(2_000)],
  ...['application/json; charset=utf-16', 'application/json; charset=latin1', 'application/json, text/plain'],
  ...['application/json\u00e9'],
];

export const byteMutations: Mutation[] = [
  ofBody('a body cut short', (body, _, random) => body.subarray(0, random.between(1, body.length))),
  ofBody('rubbish after the body', (body, _, random) =>
    Buffer.concat([body, Buffer.from(random.pick(['}', '{}', ' x', '\0', ',', 'null', '\ufeff']))]),
  ),
  ofBody('an empty body', () => Buffer.alloc(0)),
  ofBody('a body of white space', (_, __, random) => Buffer.from(random.pick([' ', '\n\n', '\t', '\ufeff', '\u00a0']))),
  ofBody('white space around the body', (body) => Buffer.concat([Buffer.from(' \r\n\t'), body, Buffer.from('\n\n')])),
  ofBody('a byte order mark', (body) => Buffer.concat([Buffer.from('\ufeff'), body])),
  ofBody('invalid UTF-8', (body, _, random) =>
    insertAt(body, random.between(0, body.length), random.pick(INVALID_UTF8)),
  ),
  ofBody('UTF-16', (body, draft, random) => {
    if (random.happens(0.5)) setHeader(draft, 'Content-Type', 'application/json; charset=utf-16');
    return utf16(body, random.happens(0.5));
  }),
  ofBody('another content type', (body, draft, random) => {
    setHeader(draft, 'Content-Type', random.pick(CONTENT_TYPES));
    return body;
  }),
  ofBody('no content type', (body, draft) => {
    removeHeader(draft, 'Content-Type');
    return body;
  }),
  ofBody('two content types', (body, draft) => {
    draft.headers.push(['Content-Type', 'text/plain']);
    return body;
  }),
  ofBody('a compressed body', (body, draft, random) => {
    const isGzip = random.happens(0.5);
    setHeader(draft, 'Content-Encoding', isGzip ? 'gzip' : 'deflate');
    return isGzip ? gzipSync(body) : deflateSync(body);
  }),
  ofBody('a body said to be compressed', (body, draft, random) => {
    setHeader(draft, 'Content-Encoding', random.pick(['gzip', 'br', 'identity', 'x-unknown', '']));
    return body;
  }),
  ofBody('a body of 64 KiB', (body) =>
    Buffer.concat([body, Buffer.alloc(Math.max(0, MOST_BODY_BYTES - body.length), ' ')]),
  ),
  ofBody('a body over 64 KiB', (body, _, random) => {
    const size = MOST_BODY_BYTES + random.pick([1, 2, 1_000, 64 * 1024, 300_000]);
    return Buffer.concat([body, Buffer.alloc(Math.max(1, size - body.length), random.pick([' ', 'x', '[']))]);
  }),
  ofBody('a body of random bytes', (_, __, random) =>
    Buffer.from(Array.from({ length: random.between(1, 300) }, () => random.between(0, 255))),
  ),
  ofBody('bytes turned over', (body, _, random) => {
    const turned = Buffer.from(body);
    for (let times = random.between(1, 4); times > 0; times -= 1) {
      const place = random.between(0, turned.length - 1);
      turned[place] = (turned[place] ?? 0) ^ (1 << random.between(0, 7));
    }
    return turned;
  }),
  ofBody('JSON as JavaScript would write it', (body, _, random) => {
    const text = body.toString();
    return Buffer.from(
      random.pick([
        `/* a */${text}`,
        text.replaceAll('"', "'"),
        text.replace(/}$/, ',}'),
        text.replaceAll('":', '" :\u00a0'),
        `(${text})`,
      ]),
    );
  }),
  {
    name: 'a body where none belongs',
    mutate(draft, { random }) {
      if (draft.body !== undefined) return false;
      draft.body = Buffer.from(
        random.pick(['{}', 'x', '{"reason":1}', '['.repeat(9_000), 'GET /v1/trips HTTP/1.1\r\nHost: a\r\n\r\n']),
      );
      if (random.happens(0.5)) setHeader(draft, 'Content-Type', random.pick(['application/json', 'text/plain']));
      return true;
    },
  },
];
