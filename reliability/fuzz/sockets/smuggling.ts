import { bytesOf, chunksOf, type Draft, headOf } from '../making/draft.ts';
import { exchangeOf, lastOne, refused, removeAuthorization, type Trick, toBytes } from './exchange.ts';

/** A request hidden in the body of another. If it is answered, a proxy and the service could disagree on where requests begin. */
const HIDDEN = 'GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: hidden-request\r\n\r\n';

const bodyOf = ({ body }: Draft): Buffer => body ?? Buffer.alloc(0);

const header = (draft: Draft, ...lines: string[]) =>
  Buffer.concat([headOf(draft).subarray(0, -2), toBytes(`${lines.join('\r\n')}\r\n\r\n`)]);

/** A head with two different body lengths, which must be refused. */
const ambiguous = (name: string, lines: (length: number) => string[]): Trick => ({
  name,
  make({ random, request }) {
    const draft = request('createTrip');
    const [head, chunks] = [header(draft, ...lines(bodyOf(draft).length)), chunksOf(bodyOf(draft), random)];
    return refused(Buffer.concat([head, chunks, toBytes(HIDDEN)]));
  },
});

const badLine = (name: string, lines: string[]): Trick => ({
  name,
  make({ random, request }) {
    const draft = request('createTrip');
    return refused(Buffer.concat([header(draft, random.pick(lines)), bodyOf(draft), toBytes(HIDDEN)]));
  },
});

/** An unusual way to say that the body is chunked: accepted or refused, but the hidden request is never answered. */
const unusualChunks = (name: string, lines: string[]): Trick => ({
  name,
  make({ random, request }) {
    const draft = lastOne(request('createTrip'));
    const [head, chunks] = [header(draft, random.pick(lines)), chunksOf(bodyOf(draft), random)];
    const pieces = [Buffer.concat([head, chunks, toBytes(HIDDEN)])];
    return exchangeOf({ pieces, expected: [draft], refusal: 'instead' });
  },
});

const LENGTH = 'Content-Length:';
const CODING = 'Transfer-Encoding:';
const NO_LENGTHS = ['+5', '-1', '0x5', '5a', '1e1', '', '5 5', '5;', '\u0665', '9'.repeat(30), '18446744073709551617'];
const NO_CODINGS = ['xchunked', 'identity', 'gzip', 'chunked, gzip', 'chunkedx', '\u000bchunked', '"chunked"'];
const NO_HEADERS = ['no colon at all', ': no name', '\u0000: zero', 'X-Zero: \u0000', 'X-CR: a\rb', 'Bad(Name): x'];
const SPACED = ['Content-Length : 5', 'Transfer-Encoding : chunked', 'Transfer-Encoding\t: chunked'];
const OTHER_CASES = ['TRANSFER-ENCODING: chunked', 'Transfer-Encoding: Chunked', 'transfer-encoding:   cHUNKED  '];
const LOOKALIKES = ['Content_Length: 4', 'X-Content-Length: 4', 'Transfer_Encoding: chunked', 'Content-Lengthy: 0'];

export const smugglingTricks: Trick[] = [
  ambiguous('a length and chunks', (length) => [`${LENGTH} ${length}`, `${CODING} chunked`]),
  ambiguous('chunks and a length', () => [`${CODING} chunked`, `${LENGTH} 4`]),
  ambiguous('chunks in another case and a length', () => ['transfer-ENCODING: CHUNKED', `${LENGTH} 0`]),
  ambiguous('two lengths', (length) => [`${LENGTH} ${length}`, `${LENGTH} 4`]),
  ambiguous('the same length twice', (length) => [`${LENGTH} ${length}`, `${LENGTH} ${length}`]),
  ambiguous('two lengths in one line', (length) => [`${LENGTH} ${length}, 4`]),
  badLine(
    'a length that is none',
    NO_LENGTHS.map((value) => `${LENGTH} ${value}`),
  ),
  badLine(
    'an unknown transfer encoding',
    NO_CODINGS.map((value) => `${CODING} ${value}`),
  ),
  badLine('a space before the colon', SPACED),
  badLine('a header that is none', NO_HEADERS),
  unusualChunks('a folded header', [`${CODING}\r\n chunked`, `X-Folded: a\r\n\tb\r\n${CODING} chunked`]),
  unusualChunks('a bare line feed in the head', [`X-Bare: a\n${CODING} chunked`, `${CODING} chunked\nX-Bare: a`]),
  {
    name: 'chunks in other cases',
    make({ random, request }) {
      const draft = lastOne(request('createTrip'));
      const bytes = [header(draft, random.pick(OTHER_CASES)), chunksOf(bodyOf(draft), random)];
      return exchangeOf({ pieces: [Buffer.concat(bytes)], expected: [draft] });
    },
  },
  {
    name: 'a name that only looks like a length',
    make({ random, request }) {
      const draft = lastOne(request('createTrip'));
      const head = header(draft, `${LENGTH} ${bodyOf(draft).length}`, random.pick(LOOKALIKES));
      return exchangeOf({ pieces: [Buffer.concat([head, bodyOf(draft)])], expected: [draft] });
    },
  },
  {
    name: 'a request in the body of a GET',
    make(tools) {
      const [outer, next] = [tools.request('listTrips'), lastOne(tools.request('listTrips'))];
      const bytes = Buffer.concat([
        headOf(outer, ['Content-Length', String(HIDDEN.length)]),
        toBytes(HIDDEN),
        bytesOf(next, tools.random),
      ]);
      return exchangeOf({ pieces: [bytes], expected: [outer, next] });
    },
  },
  {
    name: 'a request in a body that is not read',
    make(tools) {
      const [outer, next] = [tools.request('createTrip'), lastOne(tools.request('listTrips'))];
      removeAuthorization(outer);
      outer.body = toBytes(HIDDEN.repeat(tools.random.pick([1, 50, 2_000])));
      return exchangeOf({
        pieces: [bytesOf(outer, tools.random), bytesOf(next, tools.random)],
        expected: [outer, next],
      });
    },
  },
  {
    name: 'a request after the last one',
    make(tools) {
      const draft = lastOne(tools.request());
      return exchangeOf({ pieces: [bytesOf(draft, tools.random), toBytes(HIDDEN)], expected: [draft] });
    },
  },
];
