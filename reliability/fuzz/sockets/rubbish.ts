import { bytesOf } from '../making/draft.ts';
import { exchangeOf, lastOne, refused, type Trick, toBytes } from './exchange.ts';

/** Bytes that are no HTTP request, after which we end our side. */
const rubbish = (name: string, ...texts: string[]): Trick => ({
  name,
  make: ({ random }) => exchangeOf({ pieces: [toBytes(random.pick(texts))], ending: 'end', refusal: 'must' }),
});

const TLS_HELLO = `\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003${'\u00ab'.repeat(200)}`;
const HTTP2 = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000';

export const rubbishTricks: Trick[] = [
  {
    name: 'random bytes',
    make({ random }) {
      const bytes = Buffer.from(Array.from({ length: random.between(1, 2_000) }, () => random.between(0, 255)));
      return exchangeOf({ pieces: [bytes], ending: 'end', refusal: 'may' });
    },
  },
  rubbish('a TLS greeting', TLS_HELLO),
  rubbish('an HTTP/2 greeting', HTTP2),
  rubbish(
    'other protocols',
    'SSH-2.0-OpenSSH_9.6\r\n',
    '*1\r\n$4\r\nPING\r\n',
    'EHLO localhost\r\n',
    'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    '\u0000\u0000\u0000\u0008\u0004\u00d2\u0016\u002f',
  ),
  rubbish('HTTP/0.9', 'GET /\r\n', 'GET /v1/trips\r\n\r\n', 'GET\r\n\r\n'),
  rubbish(
    'an unknown version',
    'GET / HTTP/1.2\r\nHost: a\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / http/1.1\r\n\r\n',
    'GET / HTTP/1.10\r\n\r\n',
    'GET / HTTP/1\r\n\r\n',
    'GET / HTTQ/1.1\r\n\r\n',
  ),
  rubbish(
    'a broken request line',
    'GET  HTTP/1.1\r\n\r\n',
    ' GET / HTTP/1.1\r\n\r\n',
    'GET /a b HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1 x\r\n\r\n',
    'GET\t/\tHTTP/1.1\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\n\r\n',
    ' \r\n\r\n',
  ),
  {
    name: 'a giant request line',
    make: ({ random }) => refused(`GET /${'a'.repeat(random.pick([17_000, 80_000]))} HTTP/1.1\r\nHost: a\r\n\r\n`),
  },
  {
    name: 'giant headers',
    make: ({ random }) =>
      refused(`GET / HTTP/1.1\r\nHost: a\r\n${`X-Long: ${'x'.repeat(900)}\r\n`.repeat(random.pick([20, 90]))}\r\n`),
  },
  {
    // Node drops all but the first two thousand, and counts neither colons nor line ends towards their size.
    name: 'thousands of headers',
    make({ random, request }) {
      const draft = lastOne(request('listTrips'));
      for (let index = random.pick([3_000, 9_000]); index > 0; index -= 1) draft.headers.push(['a', 'b']);
      return exchangeOf({ pieces: [bytesOf(draft, random)], expected: [draft], refusal: 'instead' });
    },
  },
  {
    name: 'HTTP/1.0',
    make({ random, request }) {
      const draft = request();
      draft.version = 'HTTP/1.0';
      draft.isChunked = false;
      if (random.happens(0.5)) draft.headers = draft.headers.filter(([name]) => name !== 'Host');
      return exchangeOf({ pieces: [bytesOf(draft, random)], expected: [draft] });
    },
  },
  {
    name: 'empty lines before a request',
    make({ random, request }) {
      const draft = request();
      draft.headers.push(['Connection', 'close']);
      return exchangeOf({
        pieces: [toBytes('\r\n\r\n'.repeat(random.between(1, 20))), bytesOf(draft, random)],
        expected: [draft],
      });
    },
  },
  {
    name: 'CONNECT',
    make: () =>
      exchangeOf({
        pieces: [toBytes('CONNECT localhost:5432 HTTP/1.1\r\nHost: a\r\n\r\n')],
        ending: 'end',
        refusal: 'may',
      }),
  },
  {
    name: 'frames after an upgrade',
    make({ random, request }) {
      const draft = request('listTrips');
      draft.headers.push(
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
        ['Sec-WebSocket-Version', '13'],
      );
      const frame = toBytes('\u0081\u0085\u0037\u00fa\u0021\u003d\u007f\u009f\u004d\u0051\u0058');
      return exchangeOf({
        pieces: [bytesOf(draft, random), frame],
        pauseMs: 5,
        ending: 'end',
        isAbandoned: true,
        expected: [draft],
        refusal: 'may',
      });
    },
  },
];
