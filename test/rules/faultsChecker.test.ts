import { expect, describe as group, it } from 'vitest';
import { check } from '../../reliability/faults/checker.ts';
import type { Snapshot } from '../../reliability/faults/evidence.ts';
import { type ClientOperation, describe } from '../../reliability/faults/history.ts';
import type { TripRow } from '../../src/trips/tripRow.ts';
import {
  ACCOUNT,
  asked,
  bodyOf,
  book,
  bookAs,
  booked,
  cancel,
  cancelled,
  cancelledUnder,
  created,
  done,
  historyOf,
  KEY,
  NOTHING,
  nothing,
  read,
  refusal,
  replayed,
  reply,
  trip,
  withCancellation,
} from '../support/faultHistories.ts';

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
      cancelledUnder('k1'),
      [book(created), cancel('k1', [done]), cancel('k2', [refusal(400, 'TRIP_ALREADY_CANCELLED')])],
    ],
    [
      'a cancellation replayed under its key',
      cancelledUnder('k'),
      [book(created), cancel('k', [NOTHING, done]), cancel('k', [reply(200, bodyOf(cancelled), { isReplay: true })])],
    ],
    [
      'a key that cancelled nothing, because another caller without one did',
      withCancellation,
      [book(created), cancel('k', [NOTHING, refusal(400, 'TRIP_ALREADY_CANCELLED')]), cancel(undefined, [NOTHING])],
    ],
    [
      'a cancellation without an answer, then refused as done already',
      withCancellation,
      [book(created), cancel(undefined, [NOTHING, refusal(400, 'TRIP_ALREADY_CANCELLED')])],
    ],
    [
      'a reading from before the cancellation',
      cancelledUnder('k'),
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
    ...(
      [
        ['price', 65.99],
        ['paxNumber', 2],
        ['scheduledAt', '2027-03-14T10:30:00.000Z'],
        ['pickup', { ...asked.pickup, lat: 48.8557 }],
        ['dropoff', { ...asked.dropoff, address: 'Orly' }],
      ] as const
    ).map(([member, value]): [string, string, Snapshot, ClientOperation[]] => [
      `a booking whose ${member} is not what was asked for, and acknowledged all the same`,
      'a booking is as asked for',
      booked,
      [bookAs({ ...asked, [member]: value }, created)],
    ]),
    ['a trip that nobody asked for', 'nothing is made unasked', booked, []],
    [
      'a rider made twice',
      'a booking makes one rider',
      { ...booked, riders: [...booked.riders, { accountId: ACCOUNT, clientId: 'f'.repeat(24), lastName: KEY }] },
      [book(created)],
    ],
    ['a booking without its rider', 'a booking makes one rider', { ...booked, riders: [] }, [book(created)]],
    [
      'a booking with another rider',
      'a booking makes one rider',
      { ...booked, trips: [{ ...trip, clientId: 'd'.repeat(24) }] },
      [book(NOTHING)],
    ],
    [
      'a trip that went to another driver',
      'a booking is as acknowledged',
      { ...booked, trips: [{ ...trip, executorId: 'd'.repeat(24) }] },
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
    const text = (violation?.operations ?? []).map(describe).join('\n');
    expect(text).toMatch(new RegExp(`client-1 of ${ACCOUNT}: book under ${KEY}`));
    expect(text).toMatch(/0–50 ms, service A: no answer \(ECONNRESET\)/);
    expect(text).toMatch(/100–150 ms, service B: 201 .*"_id":"b{24}"/);
  });
});

group('the checker of the faults run finds in what came after a booking', () => {
  const path = (...statuses: TripRow['status'][]) => ({
    ...booked,
    trips: [{ ...trip, status: statuses.at(-1) ?? 'CONFIRMED', version: statuses.length }],
    history: historyOf(...statuses),
  });

  it.each<[string, string, Snapshot, ClientOperation[]]>([
    ['a history that leaves a step out', 'a history is a legal path', path('CONFIRMED', 'OTWTD'), [book(created)]],
    [
      'a history that ends elsewhere',
      'a history is a legal path',
      { ...booked, trips: [{ ...trip, status: 'OTWTP' }] },
      [book(created)],
    ],
    [
      'a history with an entry missing',
      'a history is a legal path',
      { ...booked, history: historyOf('CONFIRMED').map((entry) => ({ ...entry, version: 2 })) },
      [book(created)],
    ],
    [
      'a change that left no entry',
      'a history is a legal path',
      { ...booked, trips: [{ ...trip, version: 2 }] },
      [book(created)],
    ],
    [
      'a change under another name',
      'a history is a legal path',
      { ...booked, history: historyOf('CONFIRMED').map((entry) => ({ ...entry, changedBy: 'DASHBOARD' as const })) },
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
    [
      'a cancellation whose key has no record',
      'a cancellation commits with its key',
      withCancellation,
      [book(created), cancel('k', [done])],
    ],
    [
      'a cancellation under a key, without an answer and without a record',
      'a cancellation commits with its key',
      withCancellation,
      [book(created), cancel('k', [NOTHING])],
    ],
    [
      'two keys that each say they cancelled',
      'a cancellation commits with its key',
      cancelledUnder('k1', 'k2'),
      [book(created), cancel('k1', [done]), cancel('k2', [NOTHING])],
    ],
    [
      'a key that is refused what it had done',
      'a key answers as it did',
      cancelledUnder('k'),
      [book(created), cancel('k', [done]), cancel('k', [refusal(400, 'TRIP_ALREADY_CANCELLED')], 2_000)],
    ],
    ['a cancellation that nobody asked for', 'nothing is cancelled unasked', withCancellation, [book(created)]],
    [
      'a cancelled trip seen as it was before',
      'what is seen is what is stored',
      withCancellation,
      [book(created), cancel('k', [done]), read([reply(200, bodyOf(trip))])],
    ],
    [
      'a trip seen with a history that ends elsewhere',
      'what is seen is what is stored',
      cancelledUnder('k'),
      [
        book(created),
        cancel('k', [done]),
        read([reply(200, bodyOf(cancelled, { statusHistory: [{ status: 'CONFIRMED' }] }))]),
      ],
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
  ])('%s', (_, rule, snapshot, operations) => {
    expect(rules(snapshot, ...operations)).toContain(rule);
  });
});
