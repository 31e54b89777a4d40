import { acknowledgement, type ClientOperation } from '../history.ts';
import { differenceFrom } from './bookings.ts';
import { groupBy, nameOf, type Story, type Violation } from './story.ts';

/** Whoever looks sees each trip as it was booked, and never as it was before what had been acknowledged already. */
export function checkViews(story: Story): Violation[] {
  const histories = groupBy(story.snapshot.history, ({ accountId, tripId }) => nameOf(accountId, tripId));
  const cancelledAt = whenCancelled(story);
  return story.operations
    .filter(({ kind }) => kind === 'read' || kind === 'list')
    .flatMap((operation) => {
      const seen = acknowledgement(operation);
      if (!seen) return refusedView(operation);
      const { data } = JSON.parse(seen.reply.text);
      return [data].flat().flatMap((trip: SeenTrip) => {
        const name = nameOf(operation.accountId, trip._id);
        const fault =
          faultOfSeen(
            trip,
            story.trips.get(name),
            (histories.get(name) ?? []).map(({ status }) => status),
          ) ??
          (trip.status !== 'CANCELLED' && (cancelledAt.get(name) ?? Number.POSITIVE_INFINITY) < seen.sentAt
            ? `it was seen as ${trip.status} after its cancellation was acknowledged`
            : undefined);
        if (fault === undefined) return [];
        return [
          {
            rule: 'what is seen is what is stored',
            what: `${name}: ${fault}`,
            operations: [operation, ...(story.cancellations.get(name) ?? [])],
          },
        ];
      });
    });
}

interface SeenTrip {
  _id: string;
  status: string;
  statusHistory?: { status: string }[];
}

function faultOfSeen(
  seen: SeenTrip,
  trip: Parameters<typeof differenceFrom>[1] | undefined,
  path: string[],
): string | undefined {
  if (!trip) return 'it was seen and does not exist';
  if (!path.includes(seen.status)) return `it was seen as ${seen.status}, which it never was`;
  const isPrefix = (seen.statusHistory ?? []).every(({ status }, index) => path[index] === status);
  if (!isPrefix) return 'its history was seen otherwise';
  const last = seen.statusHistory?.at(-1)?.status;
  if (seen.statusHistory && last !== seen.status) return `it was seen as ${seen.status} with a history up to ${last}`;
  return differenceFrom({ ...seen }, trip);
}

/** Trips are looked for only once their booking was acknowledged, so that each must be found. */
function refusedView(operation: ClientOperation): Violation[] {
  const isRefused = operation.attempts.some(({ reply }) => reply.status !== 'none' && reply.status < 500);
  return isRefused
    ? [{ rule: 'no acknowledged booking is lost', what: 'a trip was not found', operations: [operation] }]
    : [];
}

function whenCancelled({ cancellations }: Story): Map<string, number> {
  const moments = new Map<string, number>();
  for (const [name, operations] of cancellations) {
    const ends = operations.flatMap((operation) => acknowledgement(operation)?.endedAt ?? []);
    if (ends.length > 0) moments.set(name, Math.min(...ends));
  }
  return moments;
}
