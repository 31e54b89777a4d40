import { bytesOf, headOf, setHeader } from '../making/draft.ts';
import { cut, exchangeOf, lastOne, removeAuthorization, type Trick, type TrickTools, toBytes } from './exchange.ts';

const END_OF_HEAD = '\r\n\r\n';

/** A request with its bytes, and where its body begins. */
function requestWithBody({ random, request }: TrickTools) {
  const draft = request(random.pick(['createTrip', 'createQuote']));
  draft.isChunked = false;
  const bytes = bytesOf(draft, random);
  return { draft, bytes, bodyStart: bytes.indexOf(END_OF_HEAD) + END_OF_HEAD.length };
}

/** An incomplete request: a refusal, or no answer if the connection was reset. */
const brokenOff = (name: string, ending: 'end' | 'reset', place: 'head' | 'body'): Trick => ({
  name,
  make(tools) {
    const { draft, bytes, bodyStart } = requestWithBody(tools);
    const [from, to] = place === 'head' ? [1, bodyStart - 1] : [bodyStart, bytes.length - 1];
    const pieces = [bytes.subarray(0, tools.random.between(from, to))];
    if (ending === 'reset')
      return exchangeOf({ pieces, ending, isAbandoned: true, pauseMs: tools.random.pick([0, 2]), expected: [draft] });
    return exchangeOf({ pieces, ending, refusal: 'must' });
  },
});

export const slowTricks: Trick[] = [
  {
    name: 'a request in many pieces',
    make(tools) {
      const draft = lastOne(tools.request());
      return exchangeOf({ pieces: cut(bytesOf(draft, tools.random), 15, tools.random), pauseMs: 1, expected: [draft] });
    },
  },
  {
    name: 'a body byte by byte',
    make({ random, request }) {
      const draft = lastOne(request('cancelTrip'));
      draft.json = undefined;
      draft.body = Buffer.from('{"reason":"slow"}');
      setHeader(draft, 'Content-Type', 'application/json');
      const head = headOf(draft, ['Content-Length', String(draft.body.length)]);
      return exchangeOf({
        pieces: [head, ...[...draft.body].map((byte) => Buffer.from([byte]))],
        pauseMs: random.pick([0, 1, 3]),
        expected: [draft],
      });
    },
  },
  {
    name: 'a body after "continue"',
    make({ random, request }) {
      const draft = lastOne(request('createTrip'));
      draft.headers.push(['Expect', '100-continue']);
      const body = draft.body ?? Buffer.alloc(0);
      return exchangeOf({
        pieces: [headOf(draft, ['Content-Length', String(body.length)]), body],
        pauseMs: random.pick([1, 20]),
        expected: [draft],
      });
    },
  },
  {
    // Node treats a half-closed connection as closed, so the answer may be lost.
    name: 'an end before the answer',
    make(tools) {
      const draft = tools.request();
      return exchangeOf({
        pieces: [bytesOf(draft, tools.random)],
        ending: 'end',
        expected: [draft],
        isAbandoned: true,
      });
    },
  },
  brokenOff('an end within the head', 'end', 'head'),
  brokenOff('an end within the body', 'end', 'body'),
  brokenOff('a reset within the head', 'reset', 'head'),
  brokenOff('a reset within the body', 'reset', 'body'),
  {
    name: 'a reset before the answer',
    make(tools) {
      const { draft, bytes } = requestWithBody(tools);
      return exchangeOf({
        pieces: [bytes],
        ending: 'reset',
        isAbandoned: true,
        pauseMs: tools.random.pick([0, 1, 3]),
        expected: [draft],
      });
    },
  },
  {
    name: 'a connection without a request',
    make: ({ random }) => exchangeOf({ pieces: [], ending: random.pick(['end', 'reset'] as const) }),
  },
];

// The service waits 10 s for a head and 30 s for a complete request.
const LONGER_THAN_THE_SERVICE_MS = 50_000;

/** These wait for a timeout of the service, so they are rare and run concurrently with the rest. */
export const stallingTricks: Trick[] = [
  {
    name: 'a head that stops coming',
    make(tools) {
      const { bytes, bodyStart } = requestWithBody(tools);
      const pieces = [bytes.subarray(0, tools.random.between(1, bodyStart - 1))];
      return exchangeOf({ pieces, refusal: 'must', patienceMs: LONGER_THAN_THE_SERVICE_MS });
    },
  },
  {
    name: 'a body that stops coming',
    make(tools) {
      const { bytes, bodyStart } = requestWithBody(tools);
      const pieces = [bytes.subarray(0, tools.random.between(bodyStart, bytes.length - 1))];
      return exchangeOf({ pieces, refusal: 'must', patienceMs: LONGER_THAN_THE_SERVICE_MS });
    },
  },
  {
    name: 'a body that stops coming after its answer',
    make(tools) {
      const { draft, bytes, bodyStart } = requestWithBody(tools);
      removeAuthorization(draft);
      const head = headOf(draft, ['Content-Length', String(bytes.length - bodyStart)]);
      return exchangeOf({ pieces: [head, toBytes('{')], expected: [draft], patienceMs: LONGER_THAN_THE_SERVICE_MS });
    },
  },
];
