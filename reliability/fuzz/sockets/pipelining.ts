import { bytesOf } from '../making/wire.ts';
import { cut, exchangeOf, oneAfterTheOther, type Trick, toBytes } from './exchange.ts';

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
    make({ chance, request }) {
      const drafts = Array.from({ length: chance.between(2, 8) }, () => request());
      return exchangeOf({ pieces: [oneAfterTheOther(drafts, chance)], owed: drafts });
    },
  },
  {
    name: 'a hundred requests in one write',
    make({ chance, request }) {
      const drafts = Array.from({ length: 100 }, () => request(chance.pick(['getTrip', 'createQuote'])));
      return exchangeOf({ pieces: [oneAfterTheOther(drafts, chance)], owed: drafts });
    },
  },
  {
    name: 'good and spoilt requests in one write',
    make({ chance, request, spoilt }) {
      const mixed = Array.from({ length: chance.between(2, 8) }, () => (chance.happens(0.5) ? request() : spoilt()));
      const drafts = [...mixed, request()];
      return exchangeOf({ pieces: [oneAfterTheOther(drafts, chance)], owed: drafts });
    },
  },
  {
    name: 'several requests cut anywhere',
    make({ chance, request }) {
      const drafts = Array.from({ length: chance.between(2, 5) }, () => request());
      return exchangeOf({ pieces: cut(oneAfterTheOther(drafts, chance), 6, chance), pauseMs: 1, owed: drafts });
    },
  },
  {
    name: 'the same request twice in one write',
    make({ chance, request }) {
      const draft = request('createTrip');
      const drafts = [draft, { ...draft, headers: [...draft.headers] }];
      return exchangeOf({ pieces: [oneAfterTheOther(drafts, chance)], owed: drafts });
    },
  },
  {
    name: 'good requests, then rubbish, in one write',
    make({ chance, request }) {
      const drafts = Array.from({ length: chance.between(1, 4) }, () => request());
      const bytes = [...drafts.map((draft) => bytesOf(draft, chance)), toBytes(chance.pick(RUBBISH))];
      return exchangeOf({ pieces: [Buffer.concat(bytes)], owed: drafts, refusal: 'must' });
    },
  },
  {
    name: 'answers that are not read',
    make({ chance, request }) {
      const drafts = Array.from({ length: 20 }, () => request('listTrips'));
      return exchangeOf({
        pieces: [oneAfterTheOther(drafts, chance)],
        ending: 'reset',
        isGivenUp: true,
        pauseMs: 5,
        isDeaf: true,
        owed: drafts,
      });
    },
  },
];
