import type { TripStatus } from '../../../src/contract/trip.ts';
import { canCancel, stepsTowards } from '../../../src/trips/lifecycle.ts';
import type { TripRow } from '../../../src/trips/tripRow.ts';
import { type Evidence, nameOf, type Snapshot, type Violation, violation } from '../evidence.ts';

/** Every trip's history is a legal path that ends where the trip is, with one cancellation at most. */
export function checkHistories({ histories, trips, tripsByNote, bookings, cancellations }: Evidence): Violation[] {
  const orphans = [...histories.keys()].filter((name) => !trips.has(name));
  return [
    ...orphans.map((name) => violation('a history has its trip', `there is no trip ${name}`)),
    ...[...tripsByNote].flatMap(([note, found]) =>
      found.flatMap((trip): Violation[] => {
        const name = nameOf(trip.accountId, trip.tripId);
        const entries = histories.get(name) ?? [];
        const fault = faultOfEntries(entries, trip) ?? faultOfPath(pathOf(entries), trip);
        if (fault === undefined) return [];
        const operations = [...(bookings.get(note) ?? []), ...(cancellations.get(name) ?? [])];
        const what = `${name}: ${pathOf(entries).join(' → ')}: ${fault}`;
        return [violation('a history is a legal path', what, ...operations)];
      }),
    ),
  ];
}

type Entry = Snapshot['history'][number];

const pathOf = (entries: Entry[]) => entries.map(({ status }) => status);

/** Clients book and cancel, the operator does the rest; each change increments the trip's version. */
function faultOfEntries(entries: Entry[], { version }: TripRow): string | undefined {
  if (entries.some((entry, index) => entry.version !== index + 1)) return 'its versions have a gap';
  if (entries.length !== version) return `the trip has version ${version}`;
  const isOurs = ({ status, changedBy }: Entry) =>
    changedBy === (status === 'CONFIRMED' || status === 'CANCELLED' ? 'API' : 'OPERATOR');
  const stranger = entries.find((entry) => !isOurs(entry));
  return stranger && `${stranger.status} is recorded as by ${stranger.changedBy}`;
}

function faultOfPath(path: TripStatus[], { status, isPaid }: TripRow): string | undefined {
  if (path[0] !== 'CONFIRMED') return 'it does not begin with CONFIRMED';
  for (let step = 1; step < path.length; step += 1) {
    const [from, to] = [path[step - 1] as TripStatus, path[step] as TripStatus];
    const isLegal = to === 'CANCELLED' ? canCancel(from) : stepsTowards(from, undefined)?.[0] === to;
    if (!isLegal) return `${from} does not lead to ${to}`;
  }
  if (path.at(-1) !== status) return `the trip is ${status}`;
  return isPaid === path.includes('FINISHED_PAYED') ? undefined : `isPaid is ${isPaid}`;
}
