import type { TripStatus } from '../../../src/contract/trip.ts';
import { canCancel, stepsTowards } from '../../../src/trips/lifecycle.ts';
import { groupBy, nameOf, type Story, type Violation } from './story.ts';

/** Every trip's history is a legal path that ends where the trip is, with one cancellation at most. */
export function checkHistories({ snapshot, trips, tripsByNote, bookings, cancellations }: Story): Violation[] {
  const histories = groupBy(snapshot.history, ({ accountId, tripId }) => nameOf(accountId, tripId));
  const orphans = [...histories.keys()].filter((name) => !trips.has(name));
  return [
    ...orphans.map((name) => ({ rule: 'a history has its trip', what: `${name} is no trip`, operations: [] })),
    ...[...tripsByNote].flatMap(([note, found]) =>
      found.flatMap((trip): Violation[] => {
        const name = nameOf(trip.accountId, trip.tripId);
        const path = (histories.get(name) ?? []).map(({ status }) => status);
        const fault = faultOf(path, trip.status, trip.isPaid);
        if (fault === undefined) return [];
        const operations = [...(bookings.get(note) ?? []), ...(cancellations.get(name) ?? [])];
        return [{ rule: 'a history is a legal path', what: `${name}: ${path.join(' → ')}: ${fault}`, operations }];
      }),
    ),
  ];
}

function faultOf(path: TripStatus[], status: TripStatus, isPaid: boolean): string | undefined {
  if (path[0] !== 'CONFIRMED') return 'it does not begin with CONFIRMED';
  for (let step = 1; step < path.length; step += 1) {
    const [from, to] = [path[step - 1] as TripStatus, path[step] as TripStatus];
    const isLegal = to === 'CANCELLED' ? canCancel(from) : stepsTowards(from, undefined)?.[0] === to;
    if (!isLegal) return `${from} does not lead to ${to}`;
  }
  if (path.at(-1) !== status) return `the trip is ${status}`;
  return isPaid === path.includes('FINISHED_PAYED') ? undefined : `isPaid is ${isPaid}`;
}
