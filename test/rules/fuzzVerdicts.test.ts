import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { judgeExchange } from '../../reliability/fuzz/judging/exchanges.ts';
import { Judge } from '../../reliability/fuzz/judging/judge.ts';
import {
  ALLOWED_GROWTH,
  judgeLog,
  leftOpen,
  type MemorySample,
  memoryFaults,
} from '../../reliability/fuzz/judging/serviceHealth.ts';
import { MARK } from '../../reliability/fuzz/making/values.ts';
import { coverageFaults, Tally } from '../../reliability/fuzz/running/results.ts';
import { noteUnanswered } from '../../reliability/fuzz/running/round.ts';
import { filteredFaults, lastingFaults, queriesFor, stateFaults } from '../../reliability/fuzz/running/stateCheck.ts';
import { type Exchange, exchangeOf } from '../../reliability/fuzz/sockets/exchange.ts';
import { AnswerReader, type Outcome } from '../../reliability/support/rawHttp.ts';
import { tripExample, tripWithHistoryExample } from '../../src/contract/openapi/examples.ts';
import { ListTripsQuery } from '../../src/contract/pagination.ts';
import { description, smallWorld, validRequest } from '../support/fuzzing.ts';

const HEAD = 'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nX-Request-Id: a\r\nConnection: close\r\n';
const ENVELOPE = JSON.stringify({
  code: 'VALIDATION_FAILED',
  message: ['the request is not valid HTTP'],
  statusCode: 400,
  timestamp: '2027-03-01T08:00:00.000Z',
  path: '',
});
const REFUSAL = Buffer.from(`${HEAD}Content-Length: ${ENVELOPE.length}\r\n\r\n${ENVELOPE}`);

describe('the reader of answers', () => {
  it('takes answers apart however their bytes come', () => {
    const reader = new AnswerReader();
    const bytes = Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), REFUSAL, REFUSAL]);
    const answers = [...bytes].flatMap((byte) => reader.read(Buffer.from([byte])));
    expect(answers.map(({ status, closes, text }) => [status, closes, text])).toEqual([
      [400, true, ENVELOPE],
      [400, true, ENVELOPE],
    ]);
    expect(reader.rest.length).toBe(0);
  });

  it('knows that an answer to HEAD has no body', () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n';
    expect(new AnswerReader((index) => index === 0).read(Buffer.from(head + head))).toMatchObject([{ status: 200 }]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('decodes a body that is compressed by %s, and takes no other for it', (encoding, compress) => {
    const answer = (body: Buffer) =>
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`),
        body,
      ]);
    expect(new AnswerReader().read(answer(compress(ENVELOPE)))).toMatchObject([{ text: ENVELOPE }]);
    expect(() => new AnswerReader().read(answer(Buffer.from(ENVELOPE)))).toThrow(`a body that is not ${encoding}`);
  });

  it.each([
    ['no status line', 'hello\r\n\r\n'],
    ['another version', 'HTTP/2 200 OK\r\n\r\n'],
    ['no length', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
    ['a line that is no header', 'HTTP/1.1 200 OK\r\nrubbish\r\n\r\n'],
    ['a header twice', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\ncontent-length: 0\r\n\r\n'],
    ['a control character', 'HTTP/1.1 200 OK\r\nX: a\rb\r\nContent-Length: 0\r\n\r\n'],
  ])('takes nothing for an answer with %s', (_, text) => {
    expect(() => new AnswerReader().read(Buffer.from(text))).toThrow();
  });
});

describe('the judge of an exchange', () => {
  const judged = (parts: Partial<Exchange>, bytes: Buffer, changes: Partial<Outcome> = {}) => {
    const exchange = { name: 'a trick', ...exchangeOf({ pieces: [], ...parts }) };
    const reader = new AnswerReader();
    const answers = reader.read(bytes);
    const outcome = {
      answers,
      rest: reader.rest,
      malformed: undefined,
      isClosedByService: true,
      isTimedOut: false,
      milliseconds: 1,
    };
    return judgeExchange(new Judge(description, smallWorld()), exchange, { ...outcome, ...changes });
  };

  it('is content with one refusal where one is expected', () => {
    expect(judged({ refusal: 'must' }, REFUSAL)).toEqual([]);
    expect(judged({ refusal: 'may' }, Buffer.alloc(0))).toEqual([]);
  });

  it('reports an answer that is missing, and one too many', () => {
    expect(judged({ refusal: 'must' }, Buffer.alloc(0))).toEqual(['0 refusals instead of one']);
    expect(judged({ refusal: 'must' }, Buffer.concat([REFUSAL, REFUSAL]))).toContain('2 refusals instead of one');
    expect(judged({ expected: [validRequest('getTrip')] }, Buffer.alloc(0))).toEqual(['0 answers for 1 requests']);
    expect(judged({}, REFUSAL)).toEqual(['1 unexpected answers']);
  });

  it('owes no answer to a caller that has left, nor behind an answer that closes', () => {
    expect(judged({ expected: [validRequest('getTrip')], isAbandoned: true }, Buffer.alloc(0))).toEqual([]);
    const drafts = [1, 2].map((seed) => ({ ...validRequest('getTrip', smallWorld(), seed), mutations: ['x'] }));
    expect(judged({ expected: drafts }, REFUSAL)).toEqual([]);
  });

  it('reports a hidden request that was answered', () => {
    const answer = '{"openapi":"3.0.3"}';
    const bytes = Buffer.from(
      `HTTP/1.1 200 OK\r\nX-Request-Id: hidden-request\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`,
    );
    expect(judged({ refusal: 'must' }, bytes)).toEqual(['200 for a request that must be refused']);
  });

  it('reports a connection that hangs, breaks off within an answer, or is not closed after a refusal', () => {
    expect(judged({}, Buffer.alloc(0), { isTimedOut: true })).toEqual([expect.stringMatching(/hangs/)]);
    expect(judged({ refusal: 'may' }, REFUSAL.subarray(0, -1))).toEqual([
      expect.stringMatching(/ended within an answer/),
    ]);
    const open = Buffer.from(REFUSAL.toString().replace('Connection: close', 'Connection: keep-alive'));
    expect(judged({ refusal: 'must' }, open)).toEqual(['a refusal of broken HTTP does not close the connection']);
  });
});

describe('the judge of memory', () => {
  const series = (heap: (index: number) => number, rss: (index: number) => number = () => 0): MemorySample[] =>
    Array.from({ length: 60 }, (_, index) => ({ heapBytes: heap(index), rssBytes: rss(index), openFiles: 50 }));
  const level = 70 * 2 ** 20;
  const faultsOf = (samples: MemorySample[]) => memoryFaults(samples, 100_000);

  it('allows a first third that warms up, and single samples that stick out', () => {
    expect(faultsOf(series((index) => (index < 20 ? index * 2 ** 20 : level)))).toEqual([]);
    expect(faultsOf(series((index) => (index % 7 === 0 ? 2 * level : level)))).toEqual([]);
  });

  it('reports a heap or a process that grows', () => {
    const growing = (allowed: number) => (index: number) => level + index * (allowed / 15);
    expect(faultsOf(series(growing(ALLOWED_GROWTH.heapBytes)))).toEqual([expect.stringMatching(/heapBytes/)]);
    expect(faultsOf(series(() => level, growing(ALLOWED_GROWTH.rssBytes)))).toEqual([
      expect.stringMatching(/rssBytes/),
    ]);
  });

  it('lets the heap grow by twice as much in a short run, and by four times as much with four times the requests', () => {
    const growth = (times: number) =>
      series((index) => (index < 20 ? level : level + times * ALLOWED_GROWTH.heapBytes * (index < 40 ? 0 : 1)));
    expect(memoryFaults(growth(3.9), 400_000)).toEqual([]);
    expect(memoryFaults(growth(4.1), 400_000)).toEqual([expect.stringMatching(/heapBytes/)]);
    expect(memoryFaults(growth(1.9), 25_000)).toEqual([]);
    for (const [times, requests] of [
      [2.1, 25_000],
      [1.1, 60_000],
    ] as const)
      expect(memoryFaults(growth(times), requests)).toEqual([expect.stringMatching(/heapBytes/)]);
  });

  it('does not pass a run in which memory was hardly measured, unless it is too short to tell', () => {
    const few = series(() => level).slice(0, 8);
    expect(faultsOf(few)).toEqual([expect.stringMatching(/8 times only/)]);
    expect(memoryFaults(few, 1_000)).toEqual([]);
  });

  it('reports connections that stay open', () => {
    const sample = { heapBytes: 0, rssBytes: 0, openFiles: 50 };
    expect(leftOpen(sample, { ...sample, openFiles: 60 })).toEqual([]);
    expect(leftOpen(sample, { ...sample, openFiles: 500 })).toEqual([
      '450 more files or connections are open than at first',
    ]);
    expect(leftOpen(sample, { ...sample, openFiles: Number.NaN })).toEqual([]);
  });
});

describe('the judge of the log', () => {
  it('reports lines of level error and above, half a line, and whatever came on standard error', () => {
    const log = [
      '',
      'Trip Booking API is listening',
      '{"level":40,"msg":"a"}',
      '{"level":50,"msg":"b"}',
      '{"level":60}',
      '{"lev',
    ];
    expect(judgeLog(log.join('\n'), '', []).faults).toHaveLength(3);
    expect(judgeLog(log.slice(0, 3).join('\n'), '', [])).toEqual({ faults: [], warnings: [log[2]] });
    expect(judgeLog('', '(node:1) Warning: leak', []).faults).toEqual([expect.stringMatching(/Warning: leak/)]);
  });

  const line = {
    level: 30,
    time: 'now',
    requestId: 'fuzz-1',
    accountId: 'a',
    keyId: 'b',
    tripId: 'c',
    method: 'POST',
    status: 201,
  };
  const judged = (changes: object) =>
    judgeLog(JSON.stringify({ ...line, route: '/v1/trips', ms: 1.5, msg: 'request', ...changes }), '', ['c2VjcmV0'])
      .faults;

  it('is content with what the line of a request may have', () => {
    expect(judged({ code: 'TRIP_NOT_FOUND', cancelReasonLength: 20 })).toEqual([]);
  });

  it.each<[string, object]>([
    ['an API key', { requestId: `trip_live_${'1'.repeat(24)}.c2VjcmV0` }],
    ['the secret of an API key', { msg: 'refused c2VjcmV0' }],
    ['the header that had it', { authorization: 'Basic dXNlcg==' }],
    ['all headers', { headers: { host: 'localhost' } }],
    ['a cookie', { msg: 'Cookie: a=b' }],
    ["a rider's name", { msg: `booked for Ada ${MARK}` }],
    ['a note', { note: 'Two large suitcases' }],
    ['the reason of a cancellation', { reason: 'Flight cancelled' }],
    ['the path', { url: '/v1/trips?phone=0612345678' }],
    ["the caller's address", { address: '192.0.2.1' }],
  ])('reports %s in a line of level info', (_, leak) => {
    expect(judged(leak)).toEqual([expect.stringMatching(/^a line has what it must not tell/)]);
  });

  it('can recognise what callers wrote: many texts have the mark, and so have e-mail addresses', () => {
    const bodies = Array.from({ length: 100 }, (_, seed) =>
      validRequest('createTrip', smallWorld(), seed).body?.toString(),
    );
    for (const name of ['firstName', 'phone', 'email', 'note'])
      expect(
        bodies.some((body) => new RegExp(`"${name}":"[^"]*${MARK}`).test(body ?? '')),
        name,
      ).toBe(true);
  });
});

describe('the judge of what is kept', () => {
  const [account] = smallWorld().accounts;
  if (!account) throw new Error('no account');
  const { statusHistory, ...read } = tripWithHistoryExample;
  const trip = { ...tripExample };
  const state = {
    listed: [trip],
    read: new Map([[trip._id, { ...read, status: 'CONFIRMED', statusHistory: [statusHistory[0]] }]]),
  };
  const known = { account, trip, isCancelled: false, mayBeCancelled: false };
  const acknowledged = new Map([[trip._id, known]]);

  it('is content when everything is there as it was acknowledged', () => {
    expect(stateFaults(state, acknowledged, 0)).toEqual([]);
  });

  it('reports a trip that is lost, altered, doubled, unknown, or otherwise when read', () => {
    expect(stateFaults({ ...state, listed: [] }, acknowledged, 0)).toEqual([expect.stringMatching(/is lost$/)]);
    expect(stateFaults({ ...state, listed: [{ ...trip, price: 1 }] }, acknowledged, 0)).toHaveLength(2);
    expect(stateFaults({ ...state, listed: [trip, trip] }, acknowledged, 0)).toEqual(['the list has 1 trips twice']);
    expect(stateFaults(state, new Map(), 0)).toEqual([expect.stringMatching(/^1 trips that nobody booked/)]);
    expect(stateFaults(state, new Map(), 1)).toEqual([]);
    expect(stateFaults({ ...state, read: new Map() }, acknowledged, 0)).toEqual([
      expect.stringMatching(/cannot be read$/),
    ]);
    const cancelled = new Map([[trip._id, { ...known, isCancelled: true }]]);
    expect(stateFaults(state, cancelled, 0)).toEqual([expect.stringMatching(/was acknowledged as .*CANCELLED/)]);
  });

  it('reports a trip that is cancelled though nobody asked for it, but not one whose caller did not wait', () => {
    const history = [{ status: 'CONFIRMED' }, { status: 'CANCELLED' }];
    const listed = { ...trip, status: 'CANCELLED' };
    const after = { listed: [listed], read: new Map([[trip._id, { ...listed, statusHistory: history }]]) };
    expect(stateFaults(after, acknowledged, 0)).toEqual([expect.stringMatching(/is kept as .*CANCELLED/)]);
    expect(stateFaults(after, new Map([[trip._id, { ...known, mayBeCancelled: true }]]), 0)).toEqual([]);
  });

  it('reports a filtered list that lacks a trip, has another, or counts otherwise', () => {
    const listed = [trip, { ...trip, _id: 'f'.repeat(24), status: 'CANCELLED' }];
    const faults = (data: object[], total: number) =>
      filteredFaults(
        new URLSearchParams('status=CONFIRMED'),
        { data: data as never, pagination: { hasNext: false, total } },
        listed,
      );
    expect(faults([trip], 1)).toEqual([]);
    for (const [data, total] of [
      [[], 0],
      [listed, 2],
      [[trip], 2],
      [[listed[1]], 1],
    ] as [object[], number][])
      expect(faults(data, total)).toEqual([
        expect.stringMatching(/^a filtered list is wrong; \?status=CONFIRMED shows/),
      ]);
  });

  it('asks for a list by each filter', () => {
    const asked = queriesFor([trip, { ...trip, externalReference: 'B-1' }]).flatMap((query) => [...query.keys()]);
    const filters = Object.keys(ListTripsQuery.properties).filter((name) => name !== 'limit');
    expect([...new Set(asked)].sort()).toEqual(filters.sort());
  });

  it('looks again where a late booking or cancellation may have come between, and reports what is still so then', async () => {
    const twice = stateFaults({ ...state, listed: [trip, trip] }, acknowledged, 0);
    const history = [{ status: 'CONFIRMED' }, { status: 'CANCELLED' }];
    const cancelled = new Map([[trip._id, { ...read, status: 'CANCELLED', statusHistory: history }]]);
    const otherwise = stateFaults({ ...state, read: cancelled }, acknowledged, 0);
    const query = new URLSearchParams('status=CONFIRMED');
    const filtered = filteredFaults(query, { data: [], pagination: { hasNext: false, total: 0 } }, [trip]);
    const looks = [twice, [], [...otherwise, ...filtered], [], twice, twice];
    const look = async () => looks.shift() ?? [];
    expect([await lastingFaults(look, 0), await lastingFaults(look, 0)]).toEqual([[], []]);
    expect(await lastingFaults(look, 0)).toEqual(['the list has 1 trips twice']);
    expect(looks).toEqual([]);
  });

  it('does not look again at a trip that is lost, altered or unknown: nothing in progress explains it', async () => {
    const lost = stateFaults({ ...state, listed: [] }, acknowledged, 0);
    const altered = stateFaults({ ...state, listed: [{ ...trip, price: 1 }] }, acknowledged, 0);
    const unknown = stateFaults(state, new Map(), 0);
    for (const faults of [lost, altered, unknown]) {
      const looks = [faults, []];
      expect(await lastingFaults(async () => looks.shift() ?? [], 0)).toEqual(faults);
    }
  });

  it('allows for no more than what was asked without waiting: bookings of that account, and no other requests', () => {
    const world = smallWorld();
    const [first, second] = world.accounts;
    if (!first || !second) throw new Error('no accounts');
    for (const id of ['createTrip', 'listTrips', 'createQuote', 'cancelTrip'])
      noteUnanswered(world, validRequest(id, world));
    expect([world.unansweredBookings(first), world.unansweredBookings(second)]).toEqual([1, 0]);
  });
});

describe('the judge of coverage', () => {
  it('reports what was never exercised, and an operation whose valid requests mostly fail', () => {
    const tally = new Tally();
    tally.noteValid('createTrip', 201);
    tally.noteValid('getTrip', 404);
    tally.noteMutations(['null'], 400);
    const expected = { operations: ['createTrip', 'listTrips'], mutations: ['null', 'HEAD'], tricks: ['CONNECT'] };
    expect(coverageFaults(tally, expected)).toEqual([
      'an operation was never exercised: listTrips',
      'a mutation was never exercised: HEAD',
      'a trick was never exercised: CONNECT',
      'only 0 of 1 valid requests of getTrip succeeded',
    ]);
  });

  it.each([
    [99, 1, []],
    [100, 50, []],
    [100, 49, ['only 49 of 100 valid requests of getTrip succeeded']],
  ])('judges the share of requests that succeed by a hundred of them: of %i, %i', (total, accepted, faults) => {
    const tally = new Tally();
    for (let request = 0; request < total; request++) tally.noteValid('getTrip', request < accepted ? 200 : 404);
    expect(coverageFaults(tally, {})).toEqual(faults);
  });
});
