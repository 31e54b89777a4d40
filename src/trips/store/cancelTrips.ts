import type { Queryable } from '../../database/connection.ts';
import { insertValues } from '../../database/insertion.ts';
import { type AccountFunction, accountFunction } from '../../database/layout/accountFunction.ts';
import { rowset } from '../../database/rowset.ts';
import type { ChangeAuthor, StoredTrip } from '../tripRow.ts';
import { eventNumber, numbersFor, takeNumbers } from './eventNumbers.ts';
import { claimKeys, joinKnownKey, keyClaim, selectKnownKey } from './idempotencyKeys.ts';
import { SELECT_STORED_TRIP, STORED_TRIP } from './tripColumns.ts';
import { countOf, moveCounts } from './tripCounts.ts';

export interface Cancellation {
  accountId: string;
  tripId: string;
  changedAt: Date;
  changedBy: ChangeAuthor;
  /** Kept for the members of the account. */
  reason: string | null;
  /** With an Idempotency-Key the response is stored for replays, by the transaction that cancels. */
  keyed: { idempotencyKey: string; fingerprint: Buffer; mayExecute: boolean } | null;
}

export type CancellationOutcome =
  | { verdict: 'cancelled'; trip: StoredTrip }
  | { verdict: 'replay'; responseBody: string }
  | {
      verdict: 'IDEMPOTENCY_KEY_CONFLICT' | 'IDEMPOTENCY_KEY_IN_PROGRESS' | 'TRIP_NOT_FOUND' | 'TRIP_ALREADY_CANCELLED';
    }
  | { verdict: 'try_again' };

const cancellations = rowset<Cancellation>('asked', [
  { name: 'account_id', type: 'text', of: (row) => row.accountId },
  { name: 'trip_id', type: 'text', of: (row) => row.tripId },
  { name: 'changed_at', type: 'timestamptz', of: (row) => row.changedAt },
  { name: 'changed_by', type: 'text', of: (row) => row.changedBy },
  { name: 'reason', type: 'text', of: (row) => row.reason },
  { name: 'idempotency_key', type: 'text', of: (row) => row.keyed?.idempotencyKey ?? null },
  { name: 'fingerprint', type: 'bytea', of: (row) => row.keyed?.fingerprint ?? null },
  { name: 'may_execute', type: 'boolean', of: (row) => row.keyed?.mayExecute ?? true },
]);

/** The trip's status is as the lock holds it; null if there is no such trip. */
const verdictOn = ({
  status,
  wasCancelled,
  isAnother,
}: Record<'status' | 'wasCancelled' | 'isAnother', string>) => `CASE
             WHEN known.fingerprint = asked.fingerprint THEN 'replay'
             WHEN known.fingerprint IS NOT NULL THEN 'IDEMPOTENCY_KEY_CONFLICT'
             WHEN NOT asked.may_execute THEN 'IDEMPOTENCY_KEY_IN_PROGRESS'
             WHEN ${status} IS NULL THEN 'TRIP_NOT_FOUND'
             WHEN ${status} = 'CANCELLED' AND (asked.idempotency_key IS NULL OR ${wasCancelled})
               THEN 'TRIP_ALREADY_CANCELLED'
             WHEN ${status} = 'CANCELLED' OR ${isAnother} THEN 'try_again'
             ELSE 'cancelled'
           END`;

// As it was before this statement waited for the trip's lock.
const WAS_CANCELLED = `(
  SELECT t.status FROM trips t WHERE t.account_id = asked.account_id AND t.trip_id = asked.trip_id
) = 'CANCELLED'`;

type CancellationRow = StoredTrip & { verdict: CancellationOutcome['verdict']; responseBody: string };

/**
 * One statement for any number of cancellations, each judged by itself.
 *
 * - target: the trips asked for, locked in one order and read as they are once the lock is held.
 * - judged: a response under the key first, then the trip's own state. Of several cancellations of one trip in the same set the
 *   first is judged; the others find it cancelled. A keyed one tries again if the trip was cancelled while this statement waited
 *   for its lock: that may have happened under this very key, whose record only a new statement can see.
 * - claimed: the key's record, in one order, after all trips are locked. A row that gets none lost a race and tries again.
 */
const cancel = cancellations.statement(
  'cancel_trips',
  (relation) => `
  WITH asked AS MATERIALIZED (
    SELECT asked.*, row_number() OVER (PARTITION BY account_id, trip_id, may_execute ORDER BY ordinal) AS turn
      FROM ${relation}
  ),
  target AS MATERIALIZED (
    SELECT t.account_id, t.trip_id, t.status
      FROM trips t
     WHERE (t.account_id, t.trip_id) IN (SELECT account_id, trip_id FROM asked WHERE may_execute)
     ORDER BY t.account_id, t.trip_id
       FOR UPDATE
  ),
  judged AS MATERIALIZED (
    SELECT asked.*, target.status AS previous_status, known.response_body AS known_body,
           ${verdictOn({ status: 'target.status', wasCancelled: WAS_CANCELLED, isAnother: 'asked.turn > 1' })} AS verdict
      FROM asked
      LEFT JOIN target USING (account_id, trip_id)${joinKnownKey('asked')}
  ),
  claimed AS (${claimKeys(`verdict = 'cancelled' AND idempotency_key IS NOT NULL`, keyClaim('judged', `''`))}
  ),
  winner AS (
    SELECT judged.* FROM judged LEFT JOIN claimed USING (account_id, idempotency_key)
     WHERE verdict = 'cancelled' AND (judged.idempotency_key IS NULL OR claimed.account_id IS NOT NULL)
  ),
  changed AS (
    UPDATE trips t SET status = 'CANCELLED', version = t.version + 1
      FROM winner WHERE t.account_id = winner.account_id AND t.trip_id = winner.trip_id
    RETURNING winner.ordinal, t.account_id, t.trip_id, winner.previous_status, winner.changed_at, winner.changed_by,
              winner.reason,
              ${SELECT_STORED_TRIP}
  ),
  numbers AS (${takeNumbers('changed')}
  ),
  new_history AS (
    INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by, reason, event_number)
    SELECT account_id, trip_id, version, status, changed_at, changed_by, reason, ${eventNumber('ordinal')}
      FROM changed JOIN numbers USING (account_id)
  ),
  new_counts AS (${moveCounts('changed')}
  )
  SELECT CASE WHEN verdict = 'cancelled' AND changed.ordinal IS NULL THEN 'try_again' ELSE verdict END AS verdict,
         judged.known_body AS "responseBody", changed.*
    FROM judged LEFT JOIN changed USING (ordinal)
   ORDER BY judged.ordinal`,
);

/**
 * The same for cancellations of one account on a Citus cluster, as a function of statements for one table each. Unlike in one
 * statement, what a lock waited for is visible after it: also the record of the key, if that was the same request.
 */
const cancelOnNode = accountFunction<Cancellation, CancellationRow>({
  name: 'cancel_trips',
  rows: cancellations,
  returns: `verdict text, "responseBody" text, version int, status text, "isPaid" boolean, "executorId" text,
    "fixedMembers" text, "row" json`,
  declare: `
  asked record;
  known record;
  claimed record;
  numbers record;
  changed int[] := '{}';
  versions int[] := '{}';
  previous text[] := '{}';
  place int;`,
  body: `
  FOR asked IN SELECT * FROM ${cancellations.fromJson('given')} ORDER BY trip_id, ordinal LOOP
    SELECT ${SELECT_STORED_TRIP} INTO ${STORED_TRIP} FROM trips t
     WHERE t.account_id = asked.account_id AND t.trip_id = asked.trip_id AND asked.may_execute FOR UPDATE;
    ${selectKnownKey('asked')} INTO known;
    ordinal := asked.ordinal;
    verdict := ${verdictOn({ status: 'status', wasCancelled: 'true', isAnother: 'false' })};
    "responseBody" := known.response_body;
    IF verdict = 'cancelled' AND asked.idempotency_key IS NOT NULL THEN
      ${insertValues(keyClaim('asked', `''`))} INTO claimed;
      IF NOT FOUND THEN verdict := 'try_again'; END IF;
    END IF;
    IF verdict = 'cancelled' THEN
      changed := changed || asked.ordinal;
      previous := previous || status;
      status := 'CANCELLED';
      version := version + 1;
      versions := versions || version;
      UPDATE trips t SET status = 'CANCELLED', version = t.version + 1
       WHERE t.account_id = asked.account_id AND t.trip_id = asked.trip_id;
    END IF;
    RETURN NEXT;
  END LOOP;
  IF changed = '{}' THEN RETURN; END IF;
  ${insertValues(numbersFor('of_account', 'cardinality(changed)'))} INTO numbers;
  FOR asked IN
    SELECT *, ${eventNumber('ordinal')} AS number
      FROM (SELECT asked.*, numbers.last_number FROM ${cancellations.fromJson('given')} WHERE ordinal = ANY (changed)) AS won
  LOOP
    place := array_position(changed, asked.ordinal);
    INSERT INTO trip_status_history (account_id, trip_id, version, status, changed_at, changed_by, reason, event_number)
    VALUES (asked.account_id, asked.trip_id, versions[place], 'CANCELLED', asked.changed_at, asked.changed_by, asked.reason,
            asked.number);
    ${insertValues(countOf('asked.account_id', 'previous[place]', '-1'))};
    ${insertValues(countOf('asked.account_id', `'CANCELLED'`, '1'))};
  END LOOP;`,
});

export const CANCELLATION_FUNCTIONS: AccountFunction[] = [cancelOnNode];

/** Outcomes come in the order of the cancellations. Of those with one key of one account, at most one may execute. */
export async function cancelTrips(database: Queryable, rows: readonly Cancellation[]): Promise<CancellationOutcome[]> {
  const outcomes =
    database.layout === 'citus'
      ? await cancelOnNode.run(database, rows[0]?.accountId ?? '', rows)
      : (await database.query<CancellationRow>(cancel(rows))).rows;
  return outcomes.map((row) => {
    const { verdict, responseBody } = row;
    if (verdict === 'cancelled') return { verdict, trip: row };
    if (verdict === 'replay') return { verdict, responseBody };
    return { verdict };
  });
}
