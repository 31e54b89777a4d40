import { insertAuditEntry } from '../audit/auditStore.ts';
import { ALL_ACCOUNTS } from '../database/accounts.ts';
import { type Queryable, withTransaction } from '../database/connection.ts';
import { changesOf, type EventRow } from '../events/eventStore.ts';
import type { DisabledReason, OwnEndpoint, WebhookAttempt } from './webhookStore.ts';

export interface EndpointWithWork extends OwnEndpoint {
  isFailing: boolean;
}

// An event that was given up has no next attempt.
const WAITING = 'next_attempt_at IS NOT NULL';

// Claims go by the database's clock, which all processes share: a claim made under a wrong clock would hold for as long as it is wrong.
const NOT_CLAIMED = '(claimed_until IS NULL OR claimed_until <= now())';

/** Enabled endpoints that have events to queue, or a delivery that is due. */
export async function listEndpointsWithWork(database: Queryable, now: Date): Promise<EndpointWithWork[]> {
  const { rows } = await database.query<EndpointWithWork>({
    name: 'list_webhook_endpoints_with_work',
    text: `SELECT account_id AS "accountId", endpoint_id AS "endpointId", failing_since IS NOT NULL AS "isFailing"
             FROM webhook_endpoints e
            WHERE status = 'ENABLED'
              AND (queued_number < (SELECT last_number FROM account_events a WHERE a.account_id = e.account_id)
                   OR EXISTS (SELECT FROM webhook_deliveries d
                               WHERE d.account_id = e.account_id AND d.endpoint_id = e.endpoint_id
                                 AND next_attempt_at <= $1 AND ${NOT_CLAIMED}))`,
    values: [now],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

interface QueueRule {
  now: Date;
  /** Earlier events are skipped. */
  notBefore: Date;
  /** Events per statement. */
  limit: number;
  /** Deliveries that may wait for one endpoint. Further events stay in the feed until there is room. */
  most: number;
}

/**
 * Queues the endpoint's next events. The lock of its row lets one process do so at a time, in the order of the events. Returns
 * whether there may be more.
 */
export async function queueEvents(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  { now, notBefore, limit, most }: QueueRule,
): Promise<boolean> {
  const { rows } = await database.query<{ found: number }>({
    name: 'queue_webhook_events',
    text: `WITH endpoint AS (
             SELECT queued_number, event_types FROM webhook_endpoints
              WHERE account_id = $1 AND endpoint_id = $2 AND status = 'ENABLED'
                AND (SELECT count(*) FROM (SELECT FROM webhook_deliveries
                                            WHERE account_id = $1 AND endpoint_id = $2
                                              AND ${WAITING} AND event_number <= queued_number LIMIT $6) AS waiting) < $6
                FOR NO KEY UPDATE SKIP LOCKED),
           events AS MATERIALIZED (
             SELECT * FROM (${changesOf(undefined, 'event_number > (SELECT queued_number FROM endpoint)')}) AS changes
              ORDER BY event_number LIMIT $3),
           queued AS (
             INSERT INTO webhook_deliveries
               (account_id, endpoint_id, trip_id, version, event_number, queued_at, attempts, next_attempt_at)
             SELECT $1, $2, trip_id, version, event_number, $4, 0, $4 FROM events, endpoint
              WHERE changed_at >= $5 AND (event_types = '{}' OR type = ANY (event_types))
             ON CONFLICT DO NOTHING),
           moved AS (
             UPDATE webhook_endpoints SET queued_number = (SELECT max(event_number) FROM events)
              WHERE account_id = $1 AND endpoint_id = $2 AND EXISTS (SELECT FROM events))
           SELECT count(*) AS found FROM events`,
    values: [accountId, endpointId, limit, now, notBefore, most],
  });
  return rows[0]?.found === limit;
}

/** An event that this process sends now. */
export interface ClaimedDelivery extends OwnEndpoint {
  tripId: string;
  version: number;
  /** 1 for the first. */
  attempt: number;
  /** Then another process may claim it, by the database's clock. */
  claimedUntil: Date;
}

/**
 * Claims a delivery that is due, if there is one. Only the oldest event of each trip can be claimed: the next one waits until it was
 * delivered or given up. An event that was requested again waits until the events before it were queued.
 */
export async function claimDelivery(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  now: Date,
  claimMs: number,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await database.query<ClaimedDelivery>({
    name: 'claim_webhook_delivery',
    text: `WITH due AS (
             SELECT trip_id, version FROM webhook_deliveries d
              WHERE account_id = $1 AND endpoint_id = $2
                AND next_attempt_at <= $3 AND ${NOT_CLAIMED}
                AND event_number <= (SELECT queued_number FROM webhook_endpoints
                                      WHERE account_id = $1 AND endpoint_id = $2 AND status = 'ENABLED')
                AND version = (SELECT min(version) FROM webhook_deliveries other
                                WHERE other.account_id = $1 AND other.endpoint_id = $2
                                  AND other.trip_id = d.trip_id AND other.${WAITING})
              ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
           UPDATE webhook_deliveries d SET attempts = attempts + 1, claimed_until = now() + $4 * interval '1 ms' FROM due
            WHERE d.account_id = $1 AND d.endpoint_id = $2 AND d.trip_id = due.trip_id AND d.version = due.version
           RETURNING account_id AS "accountId", endpoint_id AS "endpointId", d.trip_id AS "tripId", d.version,
                     attempts AS attempt, claimed_until AS "claimedUntil"`,
    values: [accountId, endpointId, now, claimMs],
  });
  return rows[0];
}

/** Nobody can delete the endpoint before the statement is done. No row, if it has just been deleted. */
const ENDPOINT = `endpoint AS (
  SELECT account_id, endpoint_id, status FROM webhook_endpoints WHERE account_id = $1 AND endpoint_id = $2 FOR KEY SHARE)`;

const logAttemptWith = (
  nextAttemptAt: string,
) => `INSERT INTO webhook_attempts (account_id, endpoint_id, attempted_at, attempt_id, event, attempt,
                                                   response_status, error, ms, next_attempt_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, ${nextAttemptAt} FROM endpoint`;

const attemptValues = ({ accountId, endpointId }: OwnEndpoint, attemptId: string, attempt: WebhookAttempt) => [
  accountId,
  endpointId,
  attempt.attemptedAt,
  attemptId,
  attempt.eventId,
  attempt.attempt,
  attempt.responseStatus,
  attempt.error,
  attempt.ms,
  attempt.nextAttemptAt,
];

/** Logs an attempt that belongs to no delivery: a test. */
export async function logAttempt(
  database: Queryable,
  endpoint: OwnEndpoint,
  attemptId: string,
  attempt: WebhookAttempt,
): Promise<void> {
  await database.query({
    text: `WITH ${ENDPOINT} ${logAttemptWith('$10')}`,
    values: attemptValues(endpoint, attemptId, attempt),
  });
}

export interface AttemptVerdict {
  isSuccess: boolean;
  /** When the delivery is due again; null if it succeeded or is given up. */
  retryAt: Date | null;
  /** Whether the endpoint said that it is gone for good. */
  isGone: boolean;
  /** An endpoint that has been failing since then is disabled. */
  failingLimit: Date;
}

const RETRY_IF_ENABLED = `CASE WHEN status = 'ENABLED' AND (SELECT disabled_reason FROM judged) IS NULL THEN $10::timestamptz END`;

// $14 is the next attempt, $15 whether this one succeeded. The endpoint as it is now decides, not as it was when the attempt began: it
// may have been enabled, or have accepted another event.
const DISABLE = `CASE WHEN $16::boolean THEN 'GONE' WHEN NOT $15::boolean AND failing_since <= $17 THEN 'FAILING' END`;
const LAST_WAITING = `$14::timestamptz IS NULL AND NOT EXISTS (
  SELECT FROM webhook_deliveries
   WHERE account_id = $1 AND endpoint_id = $2 AND ${WAITING} AND NOT (trip_id = $11 AND version = $12))`;

// The service acts for its operator.
const NOTE_DISABLED = `INSERT INTO audit_log (account_id, entry_id, actor, action, subject)
  SELECT $1, $4, 'OPERATOR', 'WEBHOOK_DISABLED',
         json_build_object('endpointId', $2::text, 'url', url, 'reason', disabled_reason)
    FROM judged WHERE disabled_reason IS NOT NULL`;

const recordAttemptWith = (note: string) => `WITH ${ENDPOINT},
  judged AS (
    UPDATE webhook_endpoints e
       SET failing_since = CASE WHEN $15 OR ${LAST_WAITING} THEN NULL ELSE coalesce(failing_since, $3) END,
           status = CASE WHEN ${DISABLE} IS NULL THEN status ELSE 'DISABLED' END,
           disabled_reason = ${DISABLE}
     WHERE e.account_id = $1 AND e.endpoint_id = $2 AND e.status = 'ENABLED' AND EXISTS (SELECT FROM endpoint)
       AND ($15 = (failing_since IS NOT NULL) OR NOT $15 AND $14::timestamptz IS NULL OR ${DISABLE} IS NOT NULL)
    RETURNING url, disabled_reason),
  ${note}
  logged AS (${logAttemptWith(RETRY_IF_ENABLED)}),
  ended AS (
    DELETE FROM webhook_deliveries
     WHERE account_id = $1 AND endpoint_id = $2 AND trip_id = $11 AND version = $12 AND claimed_until = $13
       AND attempts = $6 AND $15),
  forgotten AS (
    DELETE FROM webhook_deliveries
     WHERE account_id = $1 AND endpoint_id = $2 AND next_attempt_at IS NULL AND $15),
  released AS (
    UPDATE webhook_deliveries
       SET next_attempt_at = CASE WHEN attempts = $6 THEN $14 ELSE next_attempt_at END, claimed_until = NULL
     WHERE account_id = $1 AND endpoint_id = $2 AND trip_id = $11 AND version = $12 AND claimed_until = $13
       AND NOT (attempts = $6 AND $15))
  SELECT url, disabled_reason AS "disabledReason" FROM judged`;
const RECORD = recordAttemptWith('');
const RECORD_AND_NOTE = recordAttemptWith(`noted AS (${NOTE_DISABLED}),`);

interface Judged {
  url: string;
  disabledReason: DisabledReason | null;
}

/**
 * Ends an attempt in one statement: the log, the delivery and, if its state changes, the endpoint. If the claim expired and another
 * process took over, the delivery is left to that process. If the event was requested again meanwhile, it stays due. What was given
 * up is kept until a success: nothing newer was delivered then, so that sending it when the endpoint is enabled keeps the order.
 * An endpoint no longer counts as failing when nothing waits for it: the time until its next event says nothing about it. Returns
 * why this attempt disabled the endpoint, if it did; then it is in the audit log. On a Citus cluster that takes a second statement,
 * since no statement writes tables of the coordinator and of another node.
 */
export async function recordAttempt(
  database: Queryable,
  delivery: ClaimedDelivery,
  attemptId: string,
  attempt: WebhookAttempt,
  { isSuccess, retryAt, isGone, failingLimit }: AttemptVerdict,
): Promise<DisabledReason | null> {
  const { accountId, endpointId, tripId, version, claimedUntil } = delivery;
  const values = [
    ...attemptValues(delivery, attemptId, attempt),
    ...[tripId, version, claimedUntil, retryAt, isSuccess, isGone, failingLimit],
  ];
  if (database.layout !== 'citus') {
    const { rows } = await database.query<Judged>({ name: 'record_webhook_attempt', text: RECORD_AND_NOTE, values });
    return rows[0]?.disabledReason ?? null;
  }
  return withTransaction(database, async (transaction) => {
    const { rows } = await transaction.query<Judged>({ text: RECORD, values });
    const { url = '', disabledReason: reason = null } = rows[0] ?? {};
    if (reason === null) return null;
    const note = {
      accountId,
      entryId: attemptId,
      action: 'WEBHOOK_DISABLED',
      subject: { endpointId, url, reason },
    } as const;
    await insertAuditEntry(transaction, { ...note, actor: { kind: 'OPERATOR' } });
    return reason;
  });
}

/**
 * Makes an event due for the endpoint, delivered or not, with all its attempts. If it is being sent, that attempt no longer counts.
 * Returns false if there is no such endpoint.
 */
export async function queueAgain(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  { tripId, version, number }: Pick<EventRow, 'tripId' | 'version' | 'number'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `WITH ${ENDPOINT}
           INSERT INTO webhook_deliveries
             (account_id, endpoint_id, trip_id, version, event_number, queued_at, attempts, next_attempt_at)
           SELECT $1, $2, $3, $4, $5, $6, 0, $6 FROM endpoint
           ON CONFLICT (account_id, endpoint_id, trip_id, version)
           DO UPDATE SET attempts = 0, next_attempt_at = excluded.next_attempt_at`,
    values: [accountId, endpointId, tripId, version, number, now],
  });
  return rowCount === 1;
}

export async function countWaitingDeliveries(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ waiting: number }>({
    name: 'count_waiting_webhook_deliveries',
    text: `SELECT count(*) AS waiting FROM webhook_deliveries WHERE ${WAITING}`,
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0]?.waiting ?? 0;
}
