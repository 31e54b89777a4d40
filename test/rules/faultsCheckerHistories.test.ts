import { expect, describe as group, it } from 'vitest';
import { check } from '../../reliability/faults/checker.ts';
import type { Snapshot } from '../../reliability/faults/evidence.ts';
import type { ClientOperation } from '../../reliability/faults/history.ts';
import type { TripRow } from '../../src/trips/tripRow.ts';
import {
  bodyOf,
  book,
  booked,
  cancel,
  cancelled,
  cancelledUnder,
  created,
  done,
  historyOf,
  NOTHING,
  nothing,
  read,
  refusal,
  reply,
  trip,
  withCancellation,
} from '../support/faultHistories.ts';

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
    expect(check(snapshot, operations).map((violation) => violation.rule)).toContain(rule);
  });
});
