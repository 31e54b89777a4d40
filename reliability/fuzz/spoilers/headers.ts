import { removeHeader, setHeader } from '../making/draft.ts';
import { ofHeaders, type Spoiler, utf8 } from './spoiler.ts';

/** A spoiler that adds one of these headers; each is written as on the wire. */
const adds = (name: string, ...lines: string[]): Spoiler =>
  ofHeaders(name, (draft, chance) => {
    const line = chance.pick(lines);
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

/** What can be wrong with the other headers, or is none of our business. */
export const headerSpoilers: Spoiler[] = [
  ofHeaders('an odd X-Request-Id', (draft, chance) => setHeader(draft, 'X-Request-Id', chance.pick(REQUEST_IDS))),
  ofHeaders('two X-Request-Ids', (draft, chance) => {
    draft.headers.push(['x-request-id', chance.pick(REQUEST_IDS)]);
  }),
  ofHeaders('forged addresses', (draft, chance) => {
    draft.headers.push([chance.pick(FORWARDED), chance.pick(ADDRESSES)]);
  }),
  adds('a method override', 'X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: GET', 'X-Original-URL: /healthz'),
  adds('an expectation', 'Expect: 100-continue', 'Expect: 200-ok', 'Expect: ', 'expect: 100-CONTINUE'),
  adds('a range', 'Range: bytes=0-1', `Range: bytes=${'0-1,'.repeat(500)}`, 'If-Range: "a"', 'Range: x'),
  adds('a condition', 'If-None-Match: *', 'If-Match: "x"', 'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT'),
  ofHeaders('an upgrade', (draft, chance) => {
    draft.headers.push(['Upgrade', chance.pick(PROTOCOLS)]);
    if (chance.happens(0.7)) draft.headers.push(['Connection', 'Upgrade, HTTP2-Settings'], ['HTTP2-Settings', 'AAMA']);
  }),
  adds('what the caller accepts', 'Accept: text/html', 'Accept: */*;q=0', `Accept: ${'x'.repeat(3_000)}`),
  adds('how the caller accepts', 'Accept-Encoding: gzip, br', 'Accept-Charset: utf-16', 'TE: trailers, deflate'),
  adds('another Connection', 'Connection: close', 'Connection: X-Request-Id', 'Connection: keep-alive, close'),
  adds('an odd Connection', 'Connection: ', 'Keep-Alive: timeout=1', 'Proxy-Connection: close'),
  ofHeaders('another Host', (draft, chance) => setHeader(draft, 'Host', chance.pick(HOSTS))),
  ofHeaders('no Host', (draft) => removeHeader(draft, 'Host')),
  adds('a second Host', 'Host: evil.example', 'host: localhost'),
  ofHeaders('many headers', (draft, chance) => {
    for (let index = chance.pick([100, 400]); index > 0; index -= 1) draft.headers.push([`X-Many-${index}`, 'value']);
  }),
  ofHeaders('a giant header', (draft, chance) => {
    draft.headers.push(['X-Giant', 'g'.repeat(chance.pick([4_000, 8_000, 17_000, 60_000]))]);
  }),
  adds('an odd header name', '__proto__: x', 'constructor: x', '!#$%&*+.^`|~: x', 'hasOwnProperty: 1', '1: 1', 'x: '),
  adds('an odd header value', `X-Odd: ${utf8('é🚕')}`, 'X-Odd: \u00ff\u0080', `Cookie: ${'a=b; '.repeat(300)}`),
  adds('a header of a browser', 'Origin: null', 'Referer: javascript:alert(1)', 'User-Agent: () { :; }; echo'),
  adds('a broken header name', 'X Broken: x', ': x', 'X-Bro\u00e9ken: x', 'X-Broken : x', 'X(Broken): x'),
  adds('a broken header value', 'X-Broken: a\u0000b', 'X-Broken: a\rb', 'X-Broken: \u0001', 'X-Broken: a\nb'),
  adds('trailers announced', 'Trailer: Authorization', 'Trailer: Content-Length', 'Trailer: X'),
];
