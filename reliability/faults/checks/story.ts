import type { TripRow } from '../../../src/trips/tripRow.ts';
import type { BookOperation, CancelOperation, ClientOperation, ReadOperation, Reply } from '../history.ts';
import type { Snapshot } from '../snapshot.ts';

/** Both sides of the story, laid out so that they can be held against each other. */
export interface Story {
  snapshot: Snapshot;
  operations: ClientOperation[];
  bookings: Map<string, BookOperation[]>;
  cancellations: Map<string, CancelOperation[]>;
  reads: ReadOperation[];
  trips: Map<string, TripRow>;
  tripsByNote: Map<string, TripRow[]>;
  /** The answers kept under Idempotency-Keys. */
  records: Map<string, string>;
}

export interface Violation {
  rule: string;
  what: string;
  /** What the clients involved did and saw. */
  operations: ClientOperation[];
}

export const nameOf = (accountId: string, name: string | null) => `${accountId} ${name}`;

export function groupBy<Value>(values: Iterable<Value>, keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

export function layOut(snapshot: Snapshot, operations: ClientOperation[]): Story {
  const ofKind = <Kind extends ClientOperation['kind']>(kind: Kind) =>
    operations.filter((operation): operation is Extract<ClientOperation, { kind: Kind }> => operation.kind === kind);
  return {
    snapshot,
    operations,
    bookings: groupBy(ofKind('book'), ({ accountId, key }) => nameOf(accountId, key)),
    cancellations: groupBy(ofKind('cancel'), ({ accountId, tripId }) => nameOf(accountId, tripId)),
    reads: ofKind('read'),
    trips: new Map(snapshot.trips.map((trip) => [nameOf(trip.accountId, trip.tripId), trip])),
    tripsByNote: groupBy(snapshot.trips, ({ accountId, note }) => nameOf(accountId, note)),
    records: new Map(snapshot.keys.map(({ accountId, key, responseBody }) => [nameOf(accountId, key), responseBody])),
  };
}

type Answered = Exclude<Reply, { status: 'none' }>;

/** The successful answers of operations that were one request to the service, because they share a key. */
export const successes = (operations: ClientOperation[]): Answered[] =>
  operations.flatMap(({ attempts }) =>
    attempts
      .map(({ reply }) => reply)
      .filter((reply): reply is Answered => reply.status !== 'none' && reply.status < 300),
  );

/** What a key promises: one execution, and the same bytes ever after. */
export function keyViolations(operations: ClientOperation[], name: string): Violation[] {
  const answers = successes(operations);
  const violations: Violation[] = [];
  if (answers.some(({ text }) => text !== answers[0]?.text))
    violations.push({ rule: 'replays are byte-identical', what: `${name} was answered in two ways`, operations });
  if (answers.filter(({ isReplay }) => !isReplay).length > 1)
    violations.push({ rule: 'a key executes once', what: `${name} was executed twice`, operations });
  return violations;
}
