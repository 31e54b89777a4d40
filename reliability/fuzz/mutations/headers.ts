import type { Random } from '../../support/random.ts';
import { headerOf, removeHeader, setHeader } from '../making/draft.ts';
import { MARK } from '../making/values.ts';
import { type Mutation, ofHeaders, utf8 } from './mutation.ts';

const ODD_KEYS = [
  ...['', '0', 'null', 'short', '1234567', '12345678', '________', '--------', '../../../etc', "' OR 1=1 --"],
  ...[
    'k'.repeat(200),
    'k'.repeat(201),
    'k'.repeat(7_000),
    'two words here',
    'semi;colon;',
    'a,b,c,d,e',
    'tab\there-here',
  ],
  ...['"quoted-key"', '{"a":"bcdefg"}', '%00%00%00%00', utf8('clé-unique-é'), utf8('🚕🚕🚕🚕')],
];

export const idempotencyMutations: Mutation[] = [
  ofHeaders('no Idempotency-Key', (draft) => removeHeader(draft, 'Idempotency-Key')),
  ofHeaders('an odd Idempotency-Key', (draft, random) => setHeader(draft, 'Idempotency-Key', random.pick(ODD_KEYS))),
  ofHeaders('two Idempotency-Keys', (draft, random) => {
    const first = headerOf(draft, 'Idempotency-Key') ?? 'first-of-two-keys';
    draft.headers.push(['Idempotency-Key', first], ['idempotency-key', random.pick([first, 'second-of-two', ''])]);
  }),
  {
    name: 'the Idempotency-Key of another request',
    mutate(draft, { random, world }) {
      if (world.completed.length === 0) return false;
      setHeader(draft, 'Idempotency-Key', random.pick(world.completed).key);
      return true;
    },
  },
];

const NO_KEYS = ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Bearer null', 'Bearer trip_live_', 'Digest x="y"'];

/** Makes a valid key invalid. */
const BAD_AUTHORIZATIONS: ((key: string, random: Random) => string)[] = [
  (_, random) => random.pick(NO_KEYS),
  (key, random) => `Bearer ${key.slice(0, random.between(1, key.length - 1))}`,
  (key, random) => `Bearer ${key}${random.pick(['A', '=', '.', ' x', ',', "'", '%00'])}`,
  (key) => `Bearer ${key.toUpperCase()}`,
  (key) => `Bearer ${key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`,
  (key) => `Bearer ${key.replace('trip_live_', 'trip_test_')}`,
  (key) => `Bearer ${key.replace(/_[0-9a-f]{24}/, `_${'0'.repeat(24)}`)}`,
  (key) => `Bearer ${key.replace('.', '..')}`,
  (key) => `Bearer "${key}"`,
  (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  (key) => key,
  (key) => `Bearer ${utf8('é')}${key}`,
  (_, random) => `Bearer ${random.pick(['a', ' ', '\u00ff']).repeat(8_000)}`,
];

/** Some only look wrong. */
export const authorizationMutations: Mutation[] = [
  ofHeaders('no Authorization', (draft) => removeHeader(draft, 'Authorization')),
  ofHeaders('a bad Authorization', (draft, random) =>
    setHeader(draft, 'Authorization', random.pick(BAD_AUTHORIZATIONS)(draft.account.apiKey, random)),
  ),
  ofHeaders('a dead key', (draft, random, { world }) =>
    setHeader(draft, 'Authorization', `Bearer ${random.pick(world.deadKeys)}`),
  ),
  ofHeaders('an Authorization in another case', (draft, random) => {
    const scheme = random.pick(['bearer ', 'BEARER   ', 'bEaReR ']);
    const name = random.pick(['authorization', 'AUTHORIZATION']);
    setHeader(draft, name, `${scheme}${draft.account.apiKey}${random.pick(['', '  '])}`);
  }),
  ofHeaders('two Authorizations', (draft, random, { world }) => {
    const other = random.pick([world.otherThan(draft.account, random).apiKey, 'rubbish', draft.account.apiKey]);
    const second: [string, string] = ['Authorization', `Bearer ${other}`];
    if (random.happens(0.5)) draft.headers.push(second);
    else draft.headers.unshift(second);
  }),
  ofHeaders("another account's key", (draft, random, { world }) =>
    setHeader(draft, 'Authorization', `Bearer ${world.otherThan(draft.account, random).apiKey}`),
  ),
];

/** Adds one of these headers, each written as on the wire. */
const adds = (name: string, ...lines: string[]): Mutation =>
  ofHeaders(name, (draft, random) => {
    const line = random.pick(lines);
    const colon = line.indexOf(': ');
    draft.headers.push([line.slice(0, colon), line.slice(colon + 2)]);
  });

const FORWARDED = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Client-IP'];
const ADDRESSES = [
  ...['127.0.0.1', '::1', '1.2.3.4, 5.6.7.8', 'unknown', '', '999.999.999.999', "'; --", 'for=1.2.3.4', utf8('é')],
  ','.repeat(500),
];
const REQUEST_IDS = [
  ...['', 'a', 'x'.repeat(128), 'x'.repeat(129), 'two words', '{"a":1}', utf8('é'), '\t', 'a;b', '<script>', 'a,b'],
  '__proto__',
];
const HOSTS = ['', 'evil.example', 'a b', 'localhost:99999', '[::1]', 'a'.repeat(2_000), '/', utf8('é')];
const PROTOCOLS = ['websocket', 'h2c', 'TLS/1.0', 'rubbish', ''];

export const headerMutations: Mutation[] = [
  ofHeaders('an odd X-Request-Id', (draft, random) => setHeader(draft, 'X-Request-Id', random.pick(REQUEST_IDS))),
  ofHeaders('two X-Request-Ids', (draft, random) => {
    draft.headers.push(['x-request-id', random.pick(REQUEST_IDS)]);
  }),
  ofHeaders('forged addresses', (draft, random) => {
    draft.headers.push([random.pick(FORWARDED), random.pick(ADDRESSES)]);
  }),
  adds('a method override', 'X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: GET', 'X-Original-URL: /healthz'),
  adds('an expectation', 'Expect: 100-continue', 'Expect: 200-ok', 'Expect: ', 'expect: 100-CONTINUE'),
  adds('a range', 'Range: bytes=0-1', `Range: bytes=${'0-1,'.repeat(500)}`, 'If-Range: "a"', 'Range: x'),
  adds('a condition', 'If-None-Match: *', 'If-Match: "x"', 'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT'),
  ofHeaders('an upgrade', (draft, random) => {
    draft.headers.push(['Upgrade', random.pick(PROTOCOLS)]);
    if (random.happens(0.7)) draft.headers.push(['Connection', 'Upgrade, HTTP2-Settings'], ['HTTP2-Settings', 'AAMA']);
  }),
  adds('what the caller accepts', 'Accept: text/html', 'Accept: */*;q=0', `Accept: ${'x'.repeat(3_000)}`),
  adds('how the caller accepts', 'Accept-Encoding: gzip, br', 'Accept-Charset: utf-16', 'TE: trailers, deflate'),
  adds('another Connection', 'Connection: close', 'Connection: X-Request-Id', 'Connection: keep-alive, close'),
  adds('an odd Connection', 'Connection: ', 'Keep-Alive: timeout=1', 'Proxy-Connection: close'),
  ofHeaders('another Host', (draft, random) => setHeader(draft, 'Host', random.pick(HOSTS))),
  ofHeaders('no Host', (draft) => removeHeader(draft, 'Host')),
  adds('a second Host', 'Host: evil.example', 'host: localhost'),
  ofHeaders('many headers', (draft, random) => {
    for (let index = random.pick([100, 400]); index > 0; index -= 1) draft.headers.push([`X-Many-${index}`, 'value']);
  }),
  ofHeaders('a giant header', (draft, random) => {
    draft.headers.push(['X-Giant', 'g'.repeat(random.pick([4_000, 8_000, 17_000, 60_000]))]);
  }),
  adds('an odd header name', '__proto__: x', 'constructor: x', '!#$%&*+.^`|~: x', 'hasOwnProperty: 1', '1: 1', 'x: '),
  adds('an odd header value', `X-Odd: ${utf8('é🚕')}`, 'X-Odd: \u00ff\u0080', `Cookie: ${`a=${MARK}; `.repeat(300)}`),
  adds('a header of a browser', 'Origin: null', 'Referer: javascript:alert(1)', 'User-Agent: () { :; }; echo'),
  adds('a broken header name', 'X Broken: x', ': x', 'X-Bro\u00e9ken: x', 'X-Broken : x', 'X(Broken): x'),
  adds('a broken header value', 'X-Broken: a\u0000b', 'X-Broken: a\rb', 'X-Broken: \u0001', 'X-Broken: a\nb'),
  adds('trailers announced', 'Trailer: Authorization', 'Trailer: Content-Length', 'Trailer: X'),
];
