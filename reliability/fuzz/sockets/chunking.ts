import type { Random } from '../../support/random.ts';
import { chunksOf, type Draft, headOf } from '../making/draft.ts';
import { exchangeOf, lastOne, removeAuthorization, type Trick, type TrickTools, toBytes } from './exchange.ts';

const chunkedHead = (draft: Draft) => headOf(draft, ['Transfer-Encoding', 'chunked']);

/** Malformed chunks: one refusal, and the end. */
const broken = (name: string, chunks: (body: string, tools: TrickTools) => string): Trick => ({
  name,
  make(tools) {
    const draft = tools.request(tools.random.pick(['createTrip', 'createQuote']));
    const bytes = toBytes(chunks(draft.body?.toString('latin1') ?? '', tools));
    return exchangeOf({ pieces: [Buffer.concat([chunkedHead(draft), bytes])], refusal: 'must' });
  },
});

/** Unusual but well-formed chunks. */
const unusual = (name: string, chunks: (body: Buffer, tools: TrickTools) => Buffer): Trick => ({
  name,
  make(tools) {
    const draft = lastOne(tools.request('createTrip'));
    const bytes = Buffer.concat([chunkedHead(draft), chunks(draft.body ?? Buffer.alloc(0), tools)]);
    return exchangeOf({ pieces: [bytes], expected: [draft] });
  },
});

const withTrailer = (body: Buffer, random: Random, lines: string[]) =>
  Buffer.concat([chunksOf(body, random).subarray(0, -2), toBytes(`${random.pick(lines)}\r\n\r\n`)]);

const hex = (text: string) => text.length.toString(16);

export const chunkingTricks: Trick[] = [
  broken('a chunk size that is none', (body, { random }) => {
    const size = random.pick([
      ...['zz', '-5', '0x5', '', '+5', '5 5', '\u0000', '{', '1.5', ';ext', 'fffffffffffffffff', '10000000000000000'],
    ]);
    return `${size}\r\n${body}\r\n0\r\n\r\n`;
  }),
  broken('a chunk longer than it says', (body) => `${hex(body.slice(2))}\r\n${body}\r\n0\r\n\r\n`),
  broken('a chunk without its end', (body) => `${hex(body)}\r\n${body}0\r\n\r\n`),
  broken('chunks ended by a line feed alone', (body) => `${hex(body)}\r\n${body}\nX\n0\n\n`),
  broken('a chunk extension without end', (body) => `${hex(body)};${'x'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`),
  broken('a trailer that is no header', (body) => `${hex(body)}\r\n${body}\r\n0\r\nno colon\u0000\r\n\r\n`),
  unusual('one byte a chunk', (body) =>
    Buffer.concat([...[...body].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10])), toBytes('0\r\n\r\n')]),
  ),
  unusual('trailers', (body, { random }) =>
    withTrailer(body, random, ['X-Trailer: 1', 'Authorization: Bearer x', 'Host: evil']),
  ),
  {
    name: 'trailers about the length',
    make(tools) {
      const draft = lastOne(tools.request('createTrip'));
      const lines = ['Content-Length: 5', 'Transfer-Encoding: gzip', 'Content-Length: 0'];
      const bytes = withTrailer(draft.body ?? Buffer.alloc(0), tools.random, lines);
      return exchangeOf({
        pieces: [Buffer.concat([chunkedHead(draft), bytes])],
        expected: [draft],
        refusal: 'instead',
      });
    },
  },
  {
    name: 'chunks that do not end',
    make(tools) {
      const draft = tools.request('createTrip');
      const chunks = chunksOf(draft.body ?? Buffer.alloc(0), tools.random).subarray(0, -5);
      return exchangeOf({ pieces: [chunkedHead(draft), chunks], ending: 'end', refusal: 'must' });
    },
  },
  {
    name: 'broken chunks of a request that was answered before',
    make(tools) {
      const draft = tools.request('createTrip');
      removeAuthorization(draft);
      return exchangeOf({
        pieces: [chunkedHead(draft), toBytes('zz\r\nrubbish\r\n\r\n')],
        pauseMs: 15,
        expected: [draft],
      });
    },
  },
];
