import { describe, expect, it } from 'vitest';
import { checkEvents } from '../../reliability/faults/checker.ts';
import { viewOfColumns } from '../../reliability/faults/checks/bookings.ts';
import { checkSingleEvents } from '../../reliability/faults/checks/feeds.ts';
import type { Snapshot } from '../../reliability/faults/evidence.ts';
import type { FeedEvent } from '../../reliability/faults/feedReader.ts';
import type { Reply } from '../../reliability/faults/history.ts';
import type { Arrival } from '../../reliability/faults/receiver.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import {
  ACCOUNT,
  book,
  cancel,
  cancelled,
  created,
  done,
  reply,
  trip,
  withCancellation,
} from '../support/faultHistories.ts';

// A trip that was booked and cancelled, beside one that was booked only.
const other = { ...trip, tripId: 'e'.repeat(24) };
const snapshot: Snapshot = {
  ...withCancellation,
  trips: [cancelled, other],
  history: [
    ...withCancellation.history.map((change) => ({ ...change, number: change.version * 2 - 1 })),
    { accountId: ACCOUNT, tripId: other.tripId, version: 1, number: 2, status: 'CONFIRMED', changedBy: 'API' },
  ],
};

function event(row: typeof trip, type: string, more: object = {}): FeedEvent {
  const id = `${row.tripId}-${row.version}`;
  const previousStatus = row.version === 1 ? null : 'CONFIRMED';
  const text = { _id: id, type, createdAt: trip.createdAt, tripId: row.tripId, changedBy: 'API' };
  return { id, text: JSON.stringify({ ...text, data: { trip: viewOfColumns(row), previousStatus }, ...more }) };
}

const booking = event(trip, 'trip.created');
const otherBooking = event(other, 'trip.created');
const cancellation = event(cancelled, 'trip.cancelled');
const feed = [booking, otherBooking, cancellation];

/** Deliveries that arrived one after the other. */
const arrivalsOf = (...events: FeedEvent[]): Arrival[] => events.map(({ id, text }, index) => arrival(id, text, index));
const arrival = (eventId: string, body: string, index: number, more: Partial<Arrival> = {}): Arrival => ({
  accountId: ACCOUNT,
  eventId,
  body,
  signature: 'valid',
  receivedAt: index * 10,
  acceptedAt: index * 10 + 5,
  ...more,
});
const notAccepted = ({ acceptedAt: _, ...rest }: Arrival): Arrival => rest;

const operations = [book(created), cancel('k', [done])];
const rulesOf = (arrivals: Arrival[], events: FeedEvent[] = feed, followed = events, more: string[] = []) => {
  const read = (list: FeedEvent[], faults: string[] = []) => ({ accountId: ACCOUNT, events: list, faults });
  const feeds = [{ followed: read(followed, more), atTheEnd: read(events) }];
  return [...new Set(checkEvents(snapshot, operations, feeds, arrivals).map(({ rule }) => rule))];
};

const delivered = arrivalsOf(...feed);
const [first, second, third] = delivered as [Arrival, Arrival, Arrival];

describe('the check of the deliveries finds nothing in', () => {
  it.each<[string, Arrival[]]>([
    ['events that arrived once each, in order', delivered],
    ['trips that overtook each other', arrivalsOf(booking, cancellation, otherBooking)],
    ['a repeat of an old event after a newer one', [...delivered, { ...first, receivedAt: 90, acceptedAt: 91 }]],
    ['an event that was refused first', [notAccepted({ ...first, receivedAt: -5 }), ...delivered]],
    ['one that was sent under a stepped clock first', [notAccepted({ ...first, signature: 'stale' }), ...delivered]],
    ['a body with other white space', [{ ...first, body: first.body.replaceAll(',"', ', "') }, second, third]],
  ])('%s', (_, arrivals) => {
    expect(rulesOf(arrivals)).toEqual([]);
  });
});

describe('the check of the deliveries finds', () => {
  const inOrder = 'deliveries of a trip are in order';
  it.each<[string, string[], Arrival[]]>([
    ['an event that never arrived', ['every change arrives'], [first, third]],
    ['an acknowledged cancellation that never arrived', ['every change arrives'], [first, second]],
    ['an event that was never accepted', ['every change arrives'], [first, notAccepted(second), third]],
    ['a wrong signature', ['every delivery is signed correctly'], [...delivered, { ...first, signature: 'wrong' }]],
    [
      'an event that only arrived with a wrong signature',
      ['every delivery is signed correctly', 'every change arrives'],
      [first, notAccepted({ ...second, signature: 'wrong' }), third],
    ],
    ['a trip that begins with its second event', ['every change arrives', inOrder], [second, third]],
    ['a trip out of order', [inOrder], arrivalsOf(cancellation, booking, otherBooking)],
    ['an event sent before the one before it was accepted', [inOrder], [{ ...first, acceptedAt: 21 }, second, third]],
    ['one sent too early, and again in order', [inOrder], [notAccepted({ ...third, receivedAt: 1 }), ...delivered]],
    [
      'another body than in the feed',
      ['a delivery is the event in the feed'],
      [{ ...first, body: first.body.replace('CONFIRMED', 'OTWTP') }, second, third],
    ],
    [
      'a body cut short',
      ['a delivery is the event in the feed'],
      [{ ...first, body: first.body.slice(1) }, second, third],
    ],
    [
      'an event of another account',
      ['a delivery is the event in the feed'],
      [...delivered, { ...first, accountId: 'f'.repeat(24) }],
    ],
    [
      'a delivery of nothing that happened',
      ['a delivery is the event in the feed'],
      [...delivered, { ...first, eventId: `${'9'.repeat(24)}-1` }],
    ],
  ])('%s', (_, rules, arrivals) => {
    expect(rulesOf(arrivals)).toEqual(rules);
  });
});

describe('the check of the feed finds', () => {
  const once = 'every change is in the feed exactly once';
  const order = 'the feed is in the order of the changes, without a gap';
  const same = 'a reader during the run sees the same feed';
  it.each<[string, string, FeedEvent[], FeedEvent[]]>([
    ['an event that is missing', once, [booking, cancellation], [booking, cancellation]],
    ['an event that is there twice', once, [...feed, cancellation], [...feed, cancellation]],
    ['an event of nothing that happened', once, [...feed, { ...booking, id: 'x-1' }], feed],
    ['two events in the wrong order', order, [otherBooking, booking, cancellation], feed],
    ['an event that a reader missed', same, feed, [booking, cancellation]],
    ['an event that a reader saw twice', same, feed, [booking, booking, otherBooking, cancellation]],
    ['an event that is gone', same, [booking, otherBooking], feed],
    ['an event that came between later', same, feed, [booking, cancellation, otherBooking]],
    ['an event that was otherwise', same, feed, [event(trip, 'trip.updated'), otherBooking, cancellation]],
  ])('%s', (_, rule, events, followed) => {
    expect(rulesOf(delivered, events, followed)).toContain(rule);
  });

  it.each<[string, FeedEvent]>([
    ['with another type', event(cancelled, 'trip.status_changed')],
    ['by somebody else', event(cancelled, 'trip.cancelled', { changedBy: 'OPERATOR' })],
    ['with another status', event({ ...cancelled, status: 'OTWTP' }, 'trip.cancelled')],
    ['with another price', event({ ...cancelled, priceCents: 1 }, 'trip.cancelled')],
    [
      'after another status',
      event(cancelled, 'trip.cancelled', { data: { trip: viewOfColumns(cancelled), previousStatus: null } }),
    ],
  ])('an event %s', (_, wrong) => {
    const events = [booking, otherBooking, wrong];
    expect(rulesOf(arrivalsOf(...events), events)).toEqual(['an event is what was changed']);
  });

  it('a gap in the numbers', () => {
    const gap = { ...snapshot, history: snapshot.history.map((change) => ({ ...change, number: change.number + 1 })) };
    const read = { accountId: ACCOUNT, events: feed, faults: [] };
    const found = checkEvents(gap, operations, [{ followed: read, atTheEnd: read }], delivered);
    expect(found.map(({ rule }) => rule)).toEqual([order]);
  });

  it('a feed that could not be read to its end', () => {
    expect(rulesOf(delivered, feed, feed, ['no page for 60 s'])).toEqual(['the feed can be read to its end']);
  });
});

describe('the check of single events', () => {
  const check = (answer: Reply) =>
    checkSingleEvents(
      async () => answer,
      1,
      { accountId: ACCOUNT, apiKey: 'k' },
      { accountId: ACCOUNT, events: [booking], faults: [] },
      seededRandom(1),
    );
  const alone = (text: string) => reply(200, `{"success":true,"data":${text}}`);

  it('is content with the event of the feed', async () => {
    expect(await check(alone(booking.text))).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['another event', alone(cancellation.text)],
    ['none', reply(404, '{}')],
    ['no answer', { status: 'none', reason: 'ECONNRESET' }],
    ['an answer outside the description', { ...alone(booking.text), departures: ['no X-Request-Id'] } as Reply],
  ])('finds %s', async (_, answer) => {
    expect((await check(answer)).map(({ rule }) => rule)).toEqual(['an event is the same alone and in the feed']);
  });
});
