import { checkBookings } from './checks/bookings.ts';
import { checkCancellations } from './checks/cancellations.ts';
import { checkHistories } from './checks/histories.ts';
import { layOut, type Violation } from './checks/story.ts';
import { checkViews } from './checks/views.ts';
import type { ClientOperation } from './history.ts';
import type { Snapshot } from './snapshot.ts';

/** Holds what the clients were told against what the database holds; no violation means that both tell the same story. */
export function check(snapshot: Snapshot, operations: ClientOperation[]): Violation[] {
  const story = layOut(snapshot, operations);
  return [
    ...checkBookings(story),
    ...checkHistories(story),
    ...checkCancellations(story),
    ...checkViews(story),
    ...operations.flatMap(checkAnswers),
  ];
}

/** No answer is broken: each fits the description, and none but "not now" blames the service. */
function checkAnswers(operation: ClientOperation): Violation[] {
  return operation.attempts.flatMap(({ reply }): Violation[] => {
    if (reply.status === 'none') return [];
    const operations = [operation];
    if (reply.departures.length > 0)
      return [{ rule: 'every answer fits the description', what: reply.departures.join('; '), operations }];
    if (reply.status >= 500 && reply.status !== 503)
      return [{ rule: 'no fault of ours', what: `${reply.status} ${reply.code}`, operations }];
    return [];
  });
}
