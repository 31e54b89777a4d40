import type { TripRow } from '../../../src/trips/tripRow.ts';
import { type Evidence, nameOf, type Violation, violation } from '../evidence.ts';
import { acknowledgement, answersTo, type ClientOperation } from '../history.ts';
import { differenceFrom } from './bookings.ts';

/** Readers see each trip as it was booked, and as cancelled once its cancellation was acknowledged. */
export function checkViews(evidence: Evidence): Violation[] {
  const { histories, trips, cancellations } = evidence;
  const cancelledAt = whenCancelled(evidence);
  return evidence.operations
    .filter(({ kind }) => kind === 'read' || kind === 'list')
    .flatMap((operation) => {
      const seen = acknowledgement(operation);
      if (!seen) return refusedView(operation);
      const { data } = JSON.parse(seen.reply.text);
      return [data].flat().flatMap((trip: SeenTrip) => {
        const name = nameOf(operation.accountId, trip._id);
        const path = (histories.get(name) ?? []).map(({ status }) => status);
        const fault =
          faultOfSeen(trip, trips.get(name), path) ??
          (trip.status !== 'CANCELLED' && (cancelledAt.get(name) ?? Number.POSITIVE_INFINITY) < seen.sentAt
            ? `it was seen as ${trip.status} after its cancellation was acknowledged`
            : undefined);
        if (fault === undefined) return [];
        const involved = [operation, ...(cancellations.get(name) ?? [])];
        return [violation('what is seen is what is stored', `${name}: ${fault}`, ...involved)];
      });
    });
}

interface SeenTrip {
  _id: string;
  status: string;
  statusHistory?: { status: string }[];
}

function faultOfSeen(seen: SeenTrip, trip: TripRow | undefined, path: string[]): string | undefined {
  if (!trip) return 'it was seen and does not exist';
  if (!path.includes(seen.status)) return `it was seen as ${seen.status}, which it never was`;
  const isPrefix = (seen.statusHistory ?? []).every(({ status }, index) => path[index] === status);
  if (!isPrefix) return 'its history was seen otherwise';
  const last = seen.statusHistory?.at(-1)?.status;
  if (seen.statusHistory && last !== seen.status) return `it was seen as ${seen.status} with a history up to ${last}`;
  return differenceFrom({ ...seen }, trip);
}

/** Trips are read only after their booking was acknowledged, so each must be found. */
function refusedView(operation: ClientOperation): Violation[] {
  const isRefused = answersTo(operation).some(({ status }) => status < 500);
  return isRefused ? [violation('no acknowledged booking is lost', 'a trip was not found', operation)] : [];
}

function whenCancelled({ cancellations }: Evidence): Map<string, number> {
  const moments = new Map<string, number>();
  for (const [name, operations] of cancellations) {
    const ends = operations.flatMap((operation) => acknowledgement(operation)?.endedAt ?? []);
    if (ends.length > 0) moments.set(name, Math.min(...ends));
  }
  return moments;
}
