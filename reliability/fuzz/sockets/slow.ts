import { bytesOf, headOf } from '../making/wire.ts';
import { cut, exchangeOf, lastOne, type Trick, type TrickTools, toBytes } from './exchange.ts';

const END_OF_HEAD = '\r\n\r\n';

/** A request with a body, as one piece, and where its body begins. */
function whole({ chance, request }: TrickTools) {
  const draft = request(chance.pick(['createTrip', 'createQuote']));
  draft.isChunked = false;
  const bytes = bytesOf(draft, chance);
  return { draft, bytes, bodyStart: bytes.indexOf(END_OF_HEAD) + END_OF_HEAD.length };
}

/** A request that breaks off: nobody is left to answer, or a refusal reaches whoever still listens. */
const brokenOff = (name: string, ending: 'end' | 'reset', place: 'head' | 'body'): Trick => ({
  name,
  make(tools) {
    const { draft, bytes, bodyStart } = whole(tools);
    const [from, to] = place === 'head' ? [1, bodyStart - 1] : [bodyStart, bytes.length - 1];
    const pieces = [bytes.subarray(0, tools.chance.between(from, to))];
    if (ending === 'reset')
      return exchangeOf({ pieces, ending, isGivenUp: true, pauseMs: tools.chance.pick([0, 2]), owed: [draft] });
    return exchangeOf({ pieces, ending, refusal: 'must' });
  },
});

export const slowTricks: Trick[] = [
  {
    name: 'a request in many pieces',
    make(tools) {
      const draft = lastOne(tools.request());
      return exchangeOf({ pieces: cut(bytesOf(draft, tools.chance), 15, tools.chance), pauseMs: 1, owed: [draft] });
    },
  },
  {
    name: 'a body byte by byte',
    make({ chance, request }) {
      const draft = lastOne(request('cancelTrip'));
      draft.json = undefined;
      draft.body = Buffer.from('{"reason":"slow"}');
      draft.headers = [
        ...draft.headers.filter(([name]) => name !== 'Content-Type'),
        ['Content-Type', 'application/json'],
      ];
      const head = headOf(draft, ['Content-Length', String(draft.body.length)]);
      return exchangeOf({
        pieces: [head, ...[...draft.body].map((byte) => Buffer.from([byte]))],
        pauseMs: chance.pick([0, 1, 3]),
        owed: [draft],
      });
    },
  },
  {
    name: 'a body after "continue"',
    make({ chance, request }) {
      const draft = lastOne(request('createTrip'));
      draft.headers.push(['Expect', '100-continue']);
      const body = draft.body ?? Buffer.alloc(0);
      return exchangeOf({
        pieces: [headOf(draft, ['Content-Length', String(body.length)]), body],
        pauseMs: chance.pick([1, 20]),
        owed: [draft],
      });
    },
  },
  {
    // Node takes the end of what a caller sends for the end of the connection, so the answer may be lost.
    name: 'an end before the answer',
    make(tools) {
      const draft = tools.request();
      return exchangeOf({ pieces: [bytesOf(draft, tools.chance)], ending: 'end', owed: [draft], isGivenUp: true });
    },
  },
  brokenOff('an end within the head', 'end', 'head'),
  brokenOff('an end within the body', 'end', 'body'),
  brokenOff('a reset within the head', 'reset', 'head'),
  brokenOff('a reset within the body', 'reset', 'body'),
  {
    name: 'a reset before the answer',
    make(tools) {
      const { draft, bytes } = whole(tools);
      return exchangeOf({
        pieces: [bytes],
        ending: 'reset',
        isGivenUp: true,
        pauseMs: tools.chance.pick([0, 1, 3]),
        owed: [draft],
      });
    },
  },
  {
    name: 'a connection without a word',
    make: ({ chance }) => exchangeOf({ pieces: [], ending: chance.pick(['end', 'reset'] as const) }),
  },
];

// The service waits 10 s for a head and 30 s for a whole request, and looks every second.
const LONGER_THAN_THE_SERVICE_MS = 50_000;

/** These take as long as the service is patient, so they run beside the others, and seldom. */
export const stallingTricks: Trick[] = [
  {
    name: 'a head that stops coming',
    make(tools) {
      const { bytes, bodyStart } = whole(tools);
      const pieces = [bytes.subarray(0, tools.chance.between(1, bodyStart - 1))];
      return exchangeOf({ pieces, refusal: 'must', patienceMs: LONGER_THAN_THE_SERVICE_MS });
    },
  },
  {
    name: 'a body that stops coming',
    make(tools) {
      const { bytes, bodyStart } = whole(tools);
      const pieces = [bytes.subarray(0, tools.chance.between(bodyStart, bytes.length - 1))];
      return exchangeOf({ pieces, refusal: 'must', patienceMs: LONGER_THAN_THE_SERVICE_MS });
    },
  },
  {
    name: 'a body that stops coming after its answer',
    make(tools) {
      const { draft, bytes, bodyStart } = whole(tools);
      draft.headers = draft.headers.filter(([name]) => name !== 'Authorization');
      draft.spoilers.push('no Authorization');
      const head = headOf(draft, ['Content-Length', String(bytes.length - bodyStart)]);
      return exchangeOf({ pieces: [head, toBytes('{')], owed: [draft], patienceMs: LONGER_THAN_THE_SERVICE_MS });
    },
  },
];
