import { acknowledgement, type CancelOperation } from '../history.ts';
import { differenceFrom } from './bookings.ts';
import { groupBy, keyViolations, nameOf, type Story, successes, type Violation } from './story.ts';

/** An acknowledged cancellation holds; of all that asked for one, at most one did it; nobody cancels unasked. */
export function checkCancellations(story: Story): Violation[] {
  const unasked = [...story.trips].filter(
    ([name, { status }]) => status === 'CANCELLED' && !story.cancellations.has(name),
  );
  return [
    ...unasked.map(([name]) => ({
      rule: 'nothing is cancelled unasked',
      what: `${name} is cancelled`,
      operations: [],
    })),
    ...[...story.cancellations].flatMap(([name, operations]) => ofOneTrip(name, operations, story)),
  ];
}

function ofOneTrip(name: string, operations: CancelOperation[], { trips, records }: Story): Violation[] {
  const violations = ofKeys(name, operations, trips.get(name)?.status === 'CANCELLED', records);
  const violation = (rule: string, what: string) => violations.push({ rule, what: `${name}: ${what}`, operations });

  const acknowledged = operations.flatMap((operation) => acknowledgement(operation) ?? []);
  if (acknowledged.filter(({ reply }) => !reply.isReplay).length > 1)
    violation('one cancellation at most', 'two were acknowledged');
  const trip = trips.get(name);
  const toldCancelled = operations.some(({ attempts }) =>
    attempts.some(({ reply }) => reply.status !== 'none' && reply.code === 'TRIP_ALREADY_CANCELLED'),
  );
  if (!trip) violation('no acknowledged booking is lost', 'there is no such trip');
  else if ((acknowledged.length > 0 || toldCancelled) && trip.status !== 'CANCELLED')
    violation('an acknowledged cancellation holds', `the trip is ${trip.status}`);
  for (const { reply } of acknowledged) {
    const { data } = JSON.parse(reply.text);
    const difference = trip && differenceFrom(data, trip);
    if (data.status !== 'CANCELLED' || difference !== undefined)
      violation('a cancellation answers with its trip', difference ?? `it was answered as ${data.status}`);
  }
  const isOdd = operations.some(({ attempts }) =>
    attempts.some(({ reply }) => reply.status !== 'none' && reply.status < 500 && !EXPECTED.has(reply.code)),
  );
  if (isOdd) violation('a good cancellation is not refused', 'it was refused');
  return violations;
}

/** The cancellation and the record of its key commit together, and the key answers with it ever after. */
function ofKeys(name: string, operations: CancelOperation[], isCancelled: boolean, records: Story['records']) {
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
    violations.push({ rule: 'a cancellation commits with its key', what, operations });
  }
  return violations;
}

function recordViolations(key: string, operations: CancelOperation[], kept: string | undefined): Violation[] {
  const answered = successes(operations)[0]?.text;
  const doneAt = Math.min(...operations.flatMap((operation) => acknowledgement(operation)?.endedAt ?? []));
  const isForgotten = operations.some(({ attempts }) =>
    attempts.some(({ sentAt, reply }) => sentAt > doneAt && reply.status !== 'none' && isRefusal(reply.status)),
  );
  return [
    ...(answered === undefined || answered === kept
      ? []
      : [{ rule: 'a cancellation commits with its key', what: `${key} has the record ${kept}`, operations }]),
    ...(isForgotten
      ? [{ rule: 'a key answers as it did', what: `${key} was refused after its success`, operations }]
      : []),
  ];
}

const isRefusal = (status: number) => status >= 400 && status < 500;

const EXPECTED = new Set([undefined, 'TRIP_ALREADY_CANCELLED', 'IDEMPOTENCY_KEY_IN_PROGRESS']);
