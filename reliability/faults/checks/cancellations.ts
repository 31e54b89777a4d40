import { type Evidence, groupBy, keyViolations, nameOf, successes, type Violation, violation } from '../evidence.ts';
import { acknowledgement, answersTo, type CancelOperation, isClientError } from '../history.ts';
import { differenceFrom } from './bookings.ts';

/** An acknowledged cancellation holds; of all that asked for one, at most one succeeded; nothing is cancelled unasked. */
export function checkCancellations(evidence: Evidence): Violation[] {
  const { trips, cancellations } = evidence;
  const unasked = [...trips].filter(([name, { status }]) => status === 'CANCELLED' && !cancellations.has(name));
  return [
    ...unasked.map(([name]) => violation('nothing is cancelled unasked', `${name} is cancelled`)),
    ...[...cancellations].flatMap(([name, operations]) => ofOneTrip(name, operations, evidence)),
  ];
}

function ofOneTrip(name: string, operations: CancelOperation[], { trips, records }: Evidence): Violation[] {
  const violations = ofKeys(name, operations, trips.get(name)?.status === 'CANCELLED', records);
  const add = (rule: string, what: string) => violations.push(violation(rule, `${name}: ${what}`, ...operations));
  const acknowledged = operations.flatMap((operation) => acknowledgement(operation) ?? []);
  if (acknowledged.filter(({ reply }) => !reply.isReplay).length > 1)
    add('one cancellation at most', 'two were acknowledged');
  const trip = trips.get(name);
  const answers = answersTo(...operations);
  const isSaidCancelled = answers.some(({ code }) => code === 'TRIP_ALREADY_CANCELLED');
  if (!trip) add('no acknowledged booking is lost', 'there is no such trip');
  else if ((acknowledged.length > 0 || isSaidCancelled) && trip.status !== 'CANCELLED')
    add('an acknowledged cancellation holds', `the trip is ${trip.status}`);
  for (const { reply } of acknowledged) {
    const { data } = JSON.parse(reply.text);
    const difference = trip && differenceFrom(data, trip);
    if (data.status !== 'CANCELLED' || difference !== undefined)
      add('a cancellation answers with its trip', difference ?? `it was answered as ${data.status}`);
  }
  if (answers.some(({ status, code }) => status < 500 && !EXPECTED.has(code)))
    add('a good cancellation is not refused', 'it was refused');
  return violations;
}

/** The cancellation and the record of its key commit together, and the key keeps its answer. */
function ofKeys(name: string, operations: CancelOperation[], isCancelled: boolean, records: Evidence['records']) {
  const keyed = operations.filter(({ key }) => key !== undefined);
  const byKey = groupBy(keyed, ({ accountId, key }) => nameOf(accountId, String(key)));
  const violations = [...byKey].flatMap(([key, sharing]) => [
    ...keyViolations(sharing, `the cancellation ${key}`),
    ...recordViolations(key, sharing, records.get(key)),
  ]);
  const kept = [...byKey.keys()].filter((key) => records.has(key)).length;
  const isOneOfThem = isCancelled && keyed.length === operations.length;
  if (kept > 1 || (isOneOfThem && kept === 0)) {
    const what = `${name}: ${kept} of ${byKey.size} keys have a record`;
    violations.push(violation('a cancellation commits with its key', what, ...operations));
  }
  return violations;
}

function recordViolations(key: string, operations: CancelOperation[], kept: string | undefined): Violation[] {
  const answered = successes(operations)[0]?.text;
  const doneAt = Math.min(...operations.flatMap((operation) => acknowledgement(operation)?.endedAt ?? []));
  const isForgotten = operations.some(({ attempts }) =>
    attempts.some(({ sentAt, reply }) => sentAt > doneAt && reply.status !== 'none' && isClientError(reply.status)),
  );
  return [
    ...(answered === undefined || answered === kept
      ? []
      : [violation('a cancellation commits with its key', `${key} has the record ${kept}`, ...operations)]),
    ...(isForgotten
      ? [violation('a key answers as it did', `${key} was refused after its success`, ...operations)]
      : []),
  ];
}

const EXPECTED = new Set([undefined, 'TRIP_ALREADY_CANCELLED', 'IDEMPOTENCY_KEY_IN_PROGRESS']);
