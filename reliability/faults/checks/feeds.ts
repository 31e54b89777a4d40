import { isDeepStrictEqual } from 'node:util';
import type { Event, EventType } from '../../../src/contract/event.ts';
import type { Account } from '../../support/accounts.ts';
import type { Random } from '../../support/random.ts';
import { type Change, type Evidence, groupBy, nameOf, type Violation, violation } from '../evidence.ts';
import type { Exchange } from '../exchange.ts';
import type { FeedEvent, ReadFeed } from '../feedReader.ts';
import { differenceFrom } from './bookings.ts';

/** One account's feed, as a reader followed it during the run and as another one read it afterwards. */
export interface FeedEvidence {
  followed: ReadFeed;
  atTheEnd: ReadFeed;
}

export const eventIdOf = ({ tripId, version }: Pick<Change, 'tripId' | 'version'>) => `${tripId}-${version}`;

/** Every change is in its account's feed exactly once, in the order of the changes, whenever the feed is read. */
export function checkFeeds({ snapshot, histories, trips }: Evidence, feeds: FeedEvidence[]): Violation[] {
  const changesOfAccounts = groupBy(snapshot.history, ({ accountId }) => accountId);
  return feeds.flatMap(({ followed, atTheEnd }) => {
    const { accountId, events } = atTheEnd;
    const changes = [...(changesOfAccounts.get(accountId) ?? [])].sort((a, b) => a.number - b.number);
    const broken = (rule: string) => (what: string) => violation(rule, `${accountId}: ${what}`);
    return [
      ...[...followed.faults, ...atTheEnd.faults].map(broken('the feed can be read to its end')),
      ...faultsOfSet(changes, events).map(broken('every change is in the feed exactly once')),
      ...faultsOfOrder(changes, events).map(broken('the feed is in the order of the changes, without a gap')),
      ...faultsOfFollowing(followed.events, events).map(broken('a reader during the run sees the same feed')),
      ...events
        .flatMap(({ text }) => faultOfEvent(JSON.parse(text), accountId, { histories, trips }) ?? [])
        .map(broken('an event is what was changed')),
    ];
  });
}

function faultsOfSet(changes: Change[], events: FeedEvent[]): string[] {
  const changed = new Set(changes.map(eventIdOf));
  const shown = new Set<string>();
  const faults: string[] = [];
  for (const { id } of events) {
    if (shown.has(id)) faults.push(`${id} is there twice`);
    else if (!changed.has(id)) faults.push(`${id} is not a change of this account`);
    shown.add(id);
  }
  for (const id of changed) if (!shown.has(id)) faults.push(`${id} is missing`);
  return faults;
}

/** The first one suffices: after it, everything is displaced. */
function faultsOfOrder(changes: Change[], events: FeedEvent[]): string[] {
  const gap = changes.find(({ number }, index) => number !== index + 1);
  if (gap) return [`there is no number before ${gap.number}, that of ${eventIdOf(gap)}`];
  const order = new Map(changes.map((change) => [eventIdOf(change), change.number]));
  const numbers = events.map(({ id }) => order.get(id) ?? Number.NaN);
  const misplaced = numbers.findIndex((number, index) => number < (numbers[index - 1] ?? 0));
  return misplaced < 0 ? [] : [`${events[misplaced]?.id} comes after ${events[misplaced - 1]?.id}`];
}

function faultsOfFollowing(followed: FeedEvent[], events: FeedEvent[]): string[] {
  const length = Math.max(followed.length, events.length);
  for (let index = 0; index < length; index += 1) {
    const [then, now] = [followed[index]?.text, events[index]?.text];
    if (then !== now) return [`event ${index + 1} was ${then ?? 'missing'} and is ${now ?? 'missing'}`];
  }
  return [];
}

function faultOfEvent(
  { _id, type, tripId, changedBy, data }: Event,
  accountId: string,
  { histories, trips }: Pick<Evidence, 'histories' | 'trips'>,
): string | undefined {
  const name = nameOf(accountId, tripId);
  const history = histories.get(name) ?? [];
  const index = history.findIndex((change) => eventIdOf(change) === _id);
  const [change, trip] = [history[index], trips.get(name)];
  if (!change || !trip) return undefined; // it is in the wrong feed, which is reported already
  const stated = { type, changedBy, status: data.trip.status, previousStatus: data.previousStatus };
  const { status } = change;
  const expected = {
    type: typeOf(change),
    changedBy: change.changedBy,
    status,
    previousStatus: history[index - 1]?.status ?? null,
  };
  if (!isDeepStrictEqual(stated, expected))
    return `${_id} says ${JSON.stringify(stated)} and should say ${JSON.stringify(expected)}`;
  const difference = differenceFrom({ ...data.trip }, trip);
  return difference && `${_id}: ${difference}`;
}

/** Written without the service's own code, which is under test. */
function typeOf({ version, status }: Change): EventType {
  if (version === 1) return 'trip.created';
  return status === 'CANCELLED' ? 'trip.cancelled' : 'trip.status_changed';
}

const SINGLE_EVENTS_PER_ACCOUNT = 50;

/** An event that is read alone is the same as in the feed. */
export async function checkSingleEvents(
  send: Exchange['send'],
  port: number,
  { apiKey }: Account,
  { accountId, events }: ReadFeed,
  random: Random,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { id, text } of random.shuffle(events).slice(0, SINGLE_EVENTS_PER_ACCOUNT)) {
    const reply = await send(port, { method: 'GET', path: `/v1/events/${id}`, apiKey });
    const isRight =
      reply.status === 200 && reply.departures.length === 0 && JSON.stringify(JSON.parse(reply.text).data) === text;
    if (isRight) continue;
    const what = `${accountId}: ${id} is ${text} in the feed, and alone ${JSON.stringify(reply)}`;
    violations.push(violation('an event is the same alone and in the feed', what));
  }
  return violations;
}
