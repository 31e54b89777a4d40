import { bytesOf } from '../making/draft.ts';
import { cut, exchangeOf, pipelined, type Trick, toBytes } from './exchange.ts';

const RUBBISH = [
  'rubbish\r\n\r\n',
  '\u0000\u0000\u0000\u0000\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'POST / HTTP/1.1\r\nbad line\r\n\r\n',
  '}\r\n\r\n',
];

export const pipeliningTricks: Trick[] = [
  {
    name: 'several requests in one write',
    make({ random, request }) {
      const drafts = Array.from({ length: random.between(2, 8) }, () => request());
      return exchangeOf({ pieces: [pipelined(drafts, random)], expected: drafts });
    },
  },
  {
    name: 'a hundred requests in one write',
    make({ random, request }) {
      const drafts = Array.from({ length: 100 }, () => request(random.pick(['getTrip', 'createQuote'])));
      return exchangeOf({ pieces: [pipelined(drafts, random)], expected: drafts });
    },
  },
  {
    name: 'good and mutated requests in one write',
    make({ random, request, mutated }) {
      const mixed = Array.from({ length: random.between(2, 8) }, () => (random.happens(0.5) ? request() : mutated()));
      const drafts = [...mixed, request()];
      return exchangeOf({ pieces: [pipelined(drafts, random)], expected: drafts });
    },
  },
  {
    name: 'several requests cut anywhere',
    make({ random, request }) {
      const drafts = Array.from({ length: random.between(2, 5) }, () => request());
      return exchangeOf({ pieces: cut(pipelined(drafts, random), 6, random), pauseMs: 1, expected: drafts });
    },
  },
  {
    name: 'the same request twice in one write',
    make({ random, request }) {
      const draft = request('createTrip');
      const drafts = [draft, { ...draft, headers: [...draft.headers] }];
      return exchangeOf({ pieces: [pipelined(drafts, random)], expected: drafts });
    },
  },
  {
    name: 'good requests, then rubbish, in one write',
    make({ random, request }) {
      const drafts = Array.from({ length: random.between(1, 4) }, () => request());
      const bytes = [...drafts.map((draft) => bytesOf(draft, random)), toBytes(random.pick(RUBBISH))];
      return exchangeOf({ pieces: [Buffer.concat(bytes)], expected: drafts, refusal: 'must' });
    },
  },
  {
    name: 'answers that are not read',
    make({ random, request }) {
      const drafts = Array.from({ length: 20 }, () => request('listTrips'));
      return exchangeOf({
        pieces: [pipelined(drafts, random)],
        ending: 'reset',
        isAbandoned: true,
        pauseMs: 5,
        stopsReading: true,
        expected: drafts,
      });
    },
  },
];
