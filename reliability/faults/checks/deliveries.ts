import { type Evidence, groupBy, nameOf, type Violation, violation } from '../evidence.ts';
import type { ReadFeed } from '../feedReader.ts';
import { acknowledgement } from '../history.ts';
import type { Arrival } from '../receiver.ts';
import { eventIdOf } from './feeds.ts';

/** Every change arrived at the receiver at least once, signed, in order per trip, and as the feed shows it. */
export function checkDeliveries(evidence: Evidence, feeds: ReadFeed[], arrivals: Arrival[]): Violation[] {
  const signed = arrivals.filter(({ signature }) => signature !== 'wrong');
  return [
    ...arrivals
      .filter(({ signature }) => signature === 'wrong')
      .map((arrival) => violation('every delivery is signed correctly', nameOfArrival(arrival))),
    ...checkArrived(evidence, signed),
    ...[...groupBy(signed, tripOfArrival).values()].flatMap(checkOrder),
    ...checkBodies(feeds, signed),
  ];
}

const nameOfArrival = ({ accountId, eventId }: Arrival) => nameOf(accountId, eventId);
const tripOfArrival = ({ accountId, eventId }: Arrival) => nameOf(accountId, eventId.split('-')[0] ?? '');
const versionOf = ({ eventId }: Arrival) => Number(eventId.split('-')[1]);

/** Every change that the database has, and every one that a client was told of. */
function checkArrived({ snapshot, bookings, cancellations, histories }: Evidence, arrivals: Arrival[]): Violation[] {
  const accepted = new Set(arrivals.filter(({ acceptedAt }) => acceptedAt !== undefined).map(nameOfArrival));
  const missing = new Set(
    snapshot.history.map((change) => nameOf(change.accountId, eventIdOf(change))).filter((name) => !accepted.has(name)),
  );
  const lost = (name: string) => violation('every change arrives', `${name} was never delivered`);
  const acknowledged = [...[...bookings.values()].flat(), ...[...cancellations.values()].flat()].flatMap(
    (operation): Violation[] => {
      const text = acknowledgement(operation)?.reply.text;
      if (text === undefined) return [];
      const tripId = JSON.parse(text).data._id as string;
      const history = histories.get(nameOf(operation.accountId, tripId)) ?? [];
      const version = operation.kind === 'book' ? 1 : history.find(({ status }) => status === 'CANCELLED')?.version;
      const name = nameOf(operation.accountId, `${tripId}-${version}`);
      if (accepted.has(name)) return [];
      missing.delete(name);
      return [violation('every change arrives', `${name} was acknowledged and never delivered`, operation)];
    },
  );
  return [...acknowledged, ...[...missing].map(lost)];
}

/**
 * A change is sent only after the one before it was accepted. A repeat of an older one may come at any time: the service repeats what it
 * does not know to be delivered.
 */
function checkOrder(arrivals: Arrival[]): Violation[] {
  const acceptedAt = new Map<number, number>();
  for (const arrival of arrivals) {
    const known = acceptedAt.get(versionOf(arrival)) ?? Number.POSITIVE_INFINITY;
    acceptedAt.set(versionOf(arrival), Math.min(known, arrival.acceptedAt ?? Number.POSITIVE_INFINITY));
  }
  return arrivals
    .filter((arrival) => {
      const version = versionOf(arrival);
      const before = version === 1 ? Number.NEGATIVE_INFINITY : acceptedAt.get(version - 1);
      return before === undefined || before > arrival.receivedAt;
    })
    .map((arrival) =>
      violation(
        'deliveries of a trip are in order',
        `${nameOfArrival(arrival)} came before version ${versionOf(arrival) - 1} was accepted`,
      ),
    );
}

function checkBodies(feeds: ReadFeed[], arrivals: Arrival[]): Violation[] {
  const texts = new Map(
    feeds.flatMap(({ accountId, events }) => events.map(({ id, text }) => [nameOf(accountId, id), text])),
  );
  return arrivals.flatMap((arrival): Violation[] => {
    const text = texts.get(nameOfArrival(arrival));
    if (text !== undefined && text === normalised(arrival.body)) return [];
    const what = `${nameOfArrival(arrival)} was sent as ${arrival.body} and is ${text} in the feed`;
    return [violation('a delivery is the event in the feed', what)];
  });
}

/** Without differences of white space; what is no JSON stays as it is. */
function normalised(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
