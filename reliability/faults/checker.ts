import { checkBookings } from './checks/bookings.ts';
import { checkCancellations } from './checks/cancellations.ts';
import { checkDeliveries } from './checks/deliveries.ts';
import { checkFeeds, type FeedEvidence } from './checks/feeds.ts';
import { checkHistories } from './checks/histories.ts';
import { checkViews } from './checks/views.ts';
import { indexEvidence, type Snapshot, type Violation, violation } from './evidence.ts';
import { answersTo, type ClientOperation } from './history.ts';
import type { Arrival } from './receiver.ts';

/** Compares what the clients were answered with what the database has. */
export function check(snapshot: Snapshot, operations: ClientOperation[]): Violation[] {
  const evidence = indexEvidence(snapshot, operations);
  return [
    ...checkBookings(evidence),
    ...checkHistories(evidence),
    ...checkCancellations(evidence),
    ...checkViews(evidence),
    ...operations.flatMap(checkAnswers),
  ];
}

/** Compares what the feeds showed and what the receiver got with what the database has. */
export function checkEvents(
  snapshot: Snapshot,
  operations: ClientOperation[],
  feeds: FeedEvidence[],
  arrivals: Arrival[],
): Violation[] {
  const evidence = indexEvidence(snapshot, operations);
  const atTheEnd = feeds.map((feed) => feed.atTheEnd);
  return [...checkFeeds(evidence, feeds), ...checkDeliveries(evidence, atTheEnd, arrivals)];
}

/** Each answer fits the description, and none is a 5xx other than 503. */
function checkAnswers(operation: ClientOperation): Violation[] {
  return answersTo(operation).flatMap(({ departures, status, code }): Violation[] => {
    if (departures.length > 0)
      return [violation('every answer fits the description', departures.join('; '), operation)];
    return status >= 500 && status !== 503 ? [violation('no fault of ours', `${status} ${code}`, operation)] : [];
  });
}
