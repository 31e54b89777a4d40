import type pg from 'pg';
import type { TripWithHistory } from '../../src/contract/trip.ts';
import { TRIP_AS_JSON } from '../../src/trips/store/tripColumns.ts';
import type { TripInJson, TripRow } from '../../src/trips/tripRow.ts';
import { answersTo, type BookOperation, type CancelOperation, type ClientOperation } from './history.ts';

/** One change of a trip, with its number among all changes of the account. */
export interface Change extends Pick<TripWithHistory['statusHistory'][number], 'status' | 'changedBy'> {
  accountId: string;
  tripId: string;
  version: number;
  number: number;
}

/** The database once no request is in progress. */
export interface Snapshot {
  trips: TripRow[];
  history: Change[];
  riders: { accountId: string; clientId: string; lastName: string }[];
  keys: { accountId: string; key: string; responseBody: string }[];
}

/** The executor is still the one of the booking, because no trip is reassigned in a run. */
const BOOKING_RESPONSE = `'{"success":true,"message":"Trip created","data":{' || t.fixed_members
  || ',"executorId":' || coalesce(to_json(t.executor_id)::text, 'null') || ',"status":"CONFIRMED","isPaid":false}}'`;

export async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  const trips = await rows<{ row: TripInJson }>(`SELECT ${TRIP_AS_JSON} AS row FROM trips t`);
  return {
    trips: trips.map(({ row }) => tripRow(row)),
    history: await rows(`SELECT account_id AS "accountId", trip_id AS "tripId", version, event_number::int AS number,
                                status, changed_by AS "changedBy"
                           FROM trip_status_history ORDER BY account_id, trip_id, version`),
    riders: await rows(
      `SELECT account_id AS "accountId", client_id AS "clientId", last_name AS "lastName" FROM riders`,
    ),
    keys: await rows(`SELECT k.account_id AS "accountId", k.idempotency_key AS key,
                             coalesce(k.response_body, ${BOOKING_RESPONSE}) AS "responseBody"
                        FROM idempotency_keys k LEFT JOIN trips t ON t.account_id = k.account_id AND t.trip_id = k.trip_id`),
  };
}

/** What the clients did and what the database has, indexed by account and name. */
export interface Evidence {
  snapshot: Snapshot;
  operations: ClientOperation[];
  bookings: Map<string, BookOperation[]>;
  cancellations: Map<string, CancelOperation[]>;
  trips: Map<string, TripRow>;
  tripsByNote: Map<string, TripRow[]>;
  histories: Map<string, Snapshot['history']>;
  /** The answers stored under Idempotency-Keys. */
  records: Map<string, string>;
}

export function indexEvidence(snapshot: Snapshot, operations: ClientOperation[]): Evidence {
  const ofKind = <Kind extends ClientOperation['kind']>(kind: Kind) =>
    operations.filter((operation): operation is Extract<ClientOperation, { kind: Kind }> => operation.kind === kind);
  return {
    snapshot,
    operations,
    bookings: groupBy(ofKind('book'), ({ accountId, key }) => nameOf(accountId, key)),
    cancellations: groupBy(ofKind('cancel'), ({ accountId, tripId }) => nameOf(accountId, tripId)),
    trips: new Map(snapshot.trips.map((trip) => [nameOf(trip.accountId, trip.tripId), trip])),
    tripsByNote: groupBy(snapshot.trips, ({ accountId, note }) => nameOf(accountId, note)),
    histories: groupBy(snapshot.history, ({ accountId, tripId }) => nameOf(accountId, tripId)),
    records: new Map(snapshot.keys.map(({ accountId, key, responseBody }) => [nameOf(accountId, key), responseBody])),
  };
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

export interface Violation {
  rule: string;
  what: string;
  /** What the clients involved sent and received. */
  operations: ClientOperation[];
}

export const violation = (rule: string, what: string, ...operations: ClientOperation[]): Violation => ({
  rule,
  what,
  operations,
});

/** The successful answers to operations that share a key. */
export const successes = (operations: ClientOperation[]) =>
  answersTo(...operations).filter(({ status }) => status < 300);

/** What a key promises: one execution, and the same bytes ever after. */
export function keyViolations(operations: ClientOperation[], name: string): Violation[] {
  const answers = successes(operations);
  const violations: Violation[] = [];
  if (answers.some(({ text }) => text !== answers[0]?.text))
    violations.push(violation('replays are byte-identical', `${name} was answered in two ways`, ...operations));
  if (answers.filter(({ isReplay }) => !isReplay).length > 1)
    violations.push(violation('a key executes once', `${name} was executed twice`, ...operations));
  return violations;
}

export const tripRow = (row: TripInJson): TripRow => ({
  ...row,
  scheduledAt: new Date(row.scheduledAt),
  createdAt: new Date(row.createdAt),
});
