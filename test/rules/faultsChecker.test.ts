import { expect, describe as group, it } from 'vitest';
import { check } from '../../reliability/faults/checker.ts';
import { type Attempt, type ClientOperation, describe, type Reply } from '../../reliability/faults/history.ts';
import type { Snapshot } from '../../reliability/faults/snapshot.ts';
import type { TripRow } from '../../src/trips/tripRow.ts';
import { tripView } from '../../src/trips/tripView.ts';

const ACCOUNT = 'a'.repeat(24);
const TRIP = 'b'.repeat(24);
const RIDER = 'c'.repeat(24);
const KEY = 'client-1-book-1';

const trip: TripRow = {
  accountId: ACCOUNT,
  tripId: TRIP,
  version: 1,
  status: 'CONFIRMED',
  isPaid: false,
  executorId: ACCOUNT,
  clientId: RIDER,
  vehicleId: null,
  serviceTierId: null,
  pricingSchemeId: null,
  tripType: 'TRIP',
  scheduledAt: new Date('2027-03-14T09:30:00Z'),
  priceCents: 6600,
  priceHtCents: 6000,
  vatRate: 10,
  paxNumber: 1,
  pickupAddress: '10 Rue de Rivoli, 75004 Paris',
  pickupLat: 48.8556,
  pickupLng: 2.3601,
  destinationAddress: 'Aéroport CDG',
  destinationLat: 49.0047,
  destinationLng: 2.5711,
  note: KEY,
  estimatedDistanceKm: null,
  estimatedDurationMinutes: null,
  createdAt: new Date('2027-03-01T08:00:00Z'),
};
const cancelled: TripRow = { ...trip, status: 'CANCELLED', version: 2 };

const bodyOf = (row: TripRow, more = {}) => JSON.stringify({ success: true, data: { ...tripView(row), ...more } });
const reply = (status: number, text: string, more: Partial<Exclude<Reply, { status: 'none' }>> = {}): Reply => ({
  status,
  code: undefined,
  isReplay: false,
  text,
  departures: [],
  ...more,
});
const refusal = (status: number, code: string) => reply(status, JSON.stringify({ code }), { code });
const NOTHING: Reply = { status: 'none', reason: 'ECONNRESET' };

const attempts = (replies: Reply[], startMs = 0): Attempt[] =>
  replies.map((each, index) => ({
    service: index % 2 === 0 ? 'A' : 'B',
    sentAt: startMs + index * 100,
    endedAt: startMs + index * 100 + 50,
    reply: each,
  }));
const mine = { client: 'client-1', accountId: ACCOUNT };
const book = (...replies: Reply[]): ClientOperation => ({
  ...mine,
  kind: 'book',
  key: KEY,
  request: {},
  attempts: attempts(replies),
});
const cancel = (key: string | undefined, replies: Reply[], startMs = 1_000): ClientOperation => ({
  ...mine,
  kind: 'cancel',
  tripId: TRIP,
  key,
  attempts: attempts(replies, startMs),
});
const read = (replies: Reply[], startMs = 2_000): ClientOperation => ({
  ...mine,
  kind: 'read',
  tripId: TRIP,
  attempts: attempts(replies, startMs),
});

const historyOf = (...statuses: TripRow['status'][]): Snapshot['history'] =>
  statuses.map((status, index) => ({
    accountId: ACCOUNT,
    tripId: TRIP,
    version: index + 1,
    status,
    changedBy: 'API',
  }));
const booked: Snapshot = {
  trips: [trip],
  history: historyOf('CONFIRMED'),
  riders: [
    { accountId: ACCOUNT, clientId: RIDER, lastName: KEY },
    { accountId: ACCOUNT, clientId: 'd'.repeat(24), lastName: 'Lovelace' },
  ],
  keys: [{ accountId: ACCOUNT, key: KEY, responseBody: bodyOf(trip) }],
};
const withCancellation: Snapshot = {
  ...booked,
  trips: [cancelled],
  history: historyOf('CONFIRMED', 'CANCELLED'),
};
const nothing: Snapshot = { ...booked, trips: [], history: [], riders: [], keys: [] };

const created = reply(201, bodyOf(trip));
const replayed = reply(201, bodyOf(trip), { isReplay: true });
const done = reply(200, bodyOf(cancelled));
const rules = (snapshot: Snapshot, ...operations: ClientOperation[]) =>
  check(snapshot, operations).map(({ rule }) => rule);

group('the checker of the faults run finds nothing in', () => {
  it.each<[string, Snapshot, ClientOperation[]]>([
    ['a booking that was acknowledged', booked, [book(created)]],
    ['one that was acknowledged by a replay, after no answer', booked, [book(NOTHING, refusal(503, 'x'), replayed)]],
    ['the same booking sent twice at once', booked, [book(created), book(replayed)]],
    ['one without an answer that was made', booked, [book(NOTHING)]],
    ['one without an answer that was not made', nothing, [book(NOTHING)]],
    [
      'a cancellation',
      withCancellation,
      [book(created), cancel(undefined, [done]), read([reply(200, bodyOf(cancelled))])],
    ],
    [
      'two who cancel, one in vain',
      withCancellation,
      [book(created), cancel('k1', [done]), cancel('k2', [refusal(400, 'TRIP_ALREADY_CANCELLED')])],
    ],
    [
      'a cancellation without an answer, then told to be done',
      withCancellation,
      [book(created), cancel(undefined, [NOTHING, refusal(400, 'TRIP_ALREADY_CANCELLED')])],
    ],
    [
      'a reading from before the cancellation',
      withCancellation,
      [book(created), read([reply(200, bodyOf(trip))], 500), cancel('k', [done])],
    ],
    [
      'a trip that went its whole way',
      {
        ...booked,
        trips: [{ ...trip, status: 'FINISHED_PAYED', isPaid: true, version: 5 }],
        history: historyOf('CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED'),
      },
      [book(created)],
    ],
  ])('%s', (_, snapshot, operations) => {
    expect(check(snapshot, operations)).toEqual([]);
  });
});

group('the checker of the faults run finds', () => {
  const second = { ...trip, tripId: 'e'.repeat(24) };
  const path = (...statuses: TripRow['status'][]) => ({
    ...booked,
    trips: [{ ...trip, status: statuses.at(-1) ?? 'CONFIRMED' }],
    history: historyOf(...statuses),
  });

  it.each<[string, string, Snapshot, ClientOperation[]]>([
    ['a lost booking', 'no acknowledged booking is lost', nothing, [book(created)]],
    [
      'a booking lost after no answer and a replay',
      'no acknowledged booking is lost',
      nothing,
      [book(NOTHING, replayed)],
    ],
    ['a doubled booking', 'no key makes two trips', { ...booked, trips: [trip, second] }, [book(created)]],
    [
      'a doubled booking that nobody acknowledged',
      'no key makes two trips',
      { ...booked, trips: [trip, second] },
      [book(NOTHING)],
    ],
    [
      'an altered booking',
      'a booking is as acknowledged',
      { ...booked, trips: [{ ...trip, priceCents: 6601 }] },
      [book(created)],
    ],
    [
      'a booking moved by an hour',
      'a booking is as acknowledged',
      { ...booked, trips: [{ ...trip, scheduledAt: new Date('2027-03-14T10:30:00Z') }] },
      [book(created)],
    ],
    [
      'a booking made though it was refused',
      'what was refused was not done',
      booked,
      [book(refusal(400, 'VALIDATION_FAILED'))],
    ],
    [
      'a good booking refused',
      'a good booking is not refused',
      nothing,
      [book(refusal(409, 'IDEMPOTENCY_KEY_CONFLICT'))],
    ],
    ['a trip that nobody asked for', 'nothing is made unasked', booked, []],
    [
      'a rider made twice',
      'a booking makes one rider',
      { ...booked, riders: [...booked.riders, { accountId: ACCOUNT, clientId: 'f'.repeat(24), lastName: KEY }] },
      [book(created)],
    ],
    ['a rider without a trip', 'a booking makes one rider', { ...nothing, riders: booked.riders }, [book(NOTHING)]],
    ['a trip without the record of its key', 'a trip commits with its key', { ...booked, keys: [] }, [book(created)]],
    [
      'a replay that differs in a byte',
      'replays are byte-identical',
      booked,
      [book(created), book(reply(201, `${bodyOf(trip)} `, { isReplay: true }))],
    ],
    ['two executions under one key', 'a key executes once', booked, [book(created), book(created)]],
    ['a history that leaves a step out', 'a history is a legal path', path('CONFIRMED', 'OTWTD'), [book(created)]],
    [
      'a history that ends elsewhere',
      'a history is a legal path',
      { ...booked, trips: [{ ...trip, status: 'OTWTP' }] },
      [book(created)],
    ],
    [
      'a trip cancelled twice',
      'a history is a legal path',
      path('CONFIRMED', 'CANCELLED', 'CANCELLED'),
      [book(created), cancel('k', [done])],
    ],
    ['a history without its trip', 'a history has its trip', { ...nothing, history: historyOf('CONFIRMED') }, []],
    [
      'two who both cancelled',
      'one cancellation at most',
      withCancellation,
      [book(created), cancel('k1', [done]), cancel('k2', [done])],
    ],
    [
      'a cancellation that did not hold',
      'an acknowledged cancellation holds',
      booked,
      [book(created), cancel('k', [done])],
    ],
    ['a cancellation that nobody asked for', 'nothing is cancelled unasked', withCancellation, [book(created)]],
    [
      'a cancelled trip seen as it was before',
      'what is seen is what is stored',
      withCancellation,
      [book(created), cancel('k', [done]), read([reply(200, bodyOf(trip))])],
    ],
    [
      'a trip seen with another price',
      'what is seen is what is stored',
      booked,
      [book(created), read([reply(200, bodyOf(trip, { price: 1 }))])],
    ],
    [
      'a trip not found after its booking',
      'no acknowledged booking is lost',
      booked,
      [book(created), read([refusal(404, 'TRIP_NOT_FOUND')])],
    ],
    ['a fault of the service', 'no fault of ours', booked, [book(refusal(500, 'INTERNAL_ERROR'), created)]],
    [
      'an answer outside the description',
      'every answer fits the description',
      booked,
      [book(reply(201, bodyOf(trip), { departures: ['no X-Request-Id'] }))],
    ],
  ])('%s', (_, rule, snapshot, operations) => {
    expect(rules(snapshot, ...operations)).toContain(rule);
  });

  it('and tells what the client did and saw', () => {
    const [violation] = check(nothing, [book(NOTHING, created)]);
    const told = (violation?.operations ?? []).map(describe).join('\n');
    expect(told).toMatch(new RegExp(`client-1 of ${ACCOUNT}: book under ${KEY}`));
    expect(told).toMatch(/0–50 ms, service A: no answer \(ECONNRESET\)/);
    expect(told).toMatch(/100–150 ms, service B: 201 .*"_id":"b{24}"/);
  });
});
