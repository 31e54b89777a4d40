import type { EventType } from '../contract/event.ts';
import type { WEBHOOK_DISABLED_REASONS, WEBHOOK_STATUSES } from '../contract/values.ts';
import type { DeliveryError } from '../contract/webhook.ts';
import type { Queryable } from '../database/connection.ts';
import { type Page, selectPage } from '../database/page.ts';

type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];
export type DisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** Without its secrets. */
export interface WebhookEndpoint {
  accountId: string;
  endpointId: string;
  url: string;
  /** Empty means all. */
  eventTypes: EventType[];
  description: string | null;
  status: WebhookStatus;
  /** Null while it is enabled. */
  disabledReason: DisabledReason | null;
  createdAt: Date;
  /** The first failed attempt since the last delivery that succeeded. */
  failingSince: Date | null;
}

/** An old secret signs too until the overlap of its rotation ends. */
export interface SigningSecrets {
  secret: string;
  /** Newest first; `until` is a time in JSON. */
  oldSecrets: { secret: string; until: string }[];
}

/** An endpoint of one account. Another account's endpoint is treated as one that does not exist. */
export interface OwnEndpoint {
  accountId: string;
  endpointId: string;
}

const COLUMNS = `account_id AS "accountId", endpoint_id AS "endpointId", url, event_types AS "eventTypes", description, status,
  disabled_reason AS "disabledReason", created_at AS "createdAt", failing_since AS "failingSince"`;

/** Until the transaction ends, no other one adds an endpoint to the account. Bookings do not wait for this lock. */
export async function lockForNewEndpoint(database: Queryable, accountId: string): Promise<void> {
  await database.query({
    text: 'SELECT FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  });
}

interface EndpointToStore
  extends Pick<WebhookEndpoint, 'accountId' | 'endpointId' | 'url' | 'eventTypes' | 'description' | 'createdAt'> {
  secret: string;
}

/** Adds an endpoint for the events from now on; undefined if the account has `most` already. */
export async function insertEndpoint(
  database: Queryable,
  endpoint: EndpointToStore,
  most: number,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await database.query<WebhookEndpoint>({
    text: `INSERT INTO webhook_endpoints
             (account_id, endpoint_id, url, event_types, description, status, secret, created_at, queued_number)
           SELECT $1, $2, $3, $4, $5, 'ENABLED', $6, $7,
                  coalesce((SELECT last_number FROM account_events WHERE account_id = $1), 0)
            WHERE (SELECT count(*) FROM webhook_endpoints WHERE account_id = $1) < $8
           RETURNING ${COLUMNS}`,
    values: [
      endpoint.accountId,
      endpoint.endpointId,
      endpoint.url,
      endpoint.eventTypes,
      endpoint.description,
      endpoint.secret,
      endpoint.createdAt,
      most,
    ],
  });
  return rows[0];
}

/** Oldest first. */
export async function listEndpoints(database: Queryable, accountId: string): Promise<WebhookEndpoint[]> {
  const { rows } = await database.query<WebhookEndpoint>({
    name: 'list_webhook_endpoints',
    text: `SELECT ${COLUMNS} FROM webhook_endpoints WHERE account_id = $1 ORDER BY created_at, endpoint_id`,
    values: [accountId],
  });
  return rows;
}

/** With its secrets, for the sender. */
export async function findEndpoint(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
): Promise<(WebhookEndpoint & SigningSecrets) | undefined> {
  const { rows } = await database.query<WebhookEndpoint & SigningSecrets>({
    name: 'find_webhook_endpoint',
    text: `SELECT ${COLUMNS}, secret, old_secrets AS "oldSecrets"
             FROM webhook_endpoints WHERE account_id = $1 AND endpoint_id = $2`,
    values: [accountId, endpointId],
  });
  return rows[0];
}

/** Also deletes its pending deliveries and its log. Returns the endpoint, or undefined if there is none. */
export async function deleteEndpoint(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await database.query<WebhookEndpoint>({
    text: `DELETE FROM webhook_endpoints WHERE account_id = $1 AND endpoint_id = $2 RETURNING ${COLUMNS}`,
    values: [accountId, endpointId],
  });
  return rows[0];
}

/**
 * Deliveries go on where they stopped: what waits, or was given up since the last success, is due and has all its attempts again. An
 * endpoint that was enabled already need not wait for its next attempt either.
 */
export async function enableEndpoint(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await database.query<WebhookEndpoint>({
    text: `WITH due AS (
             UPDATE webhook_deliveries SET attempts = 0, next_attempt_at = $3
              WHERE account_id = $1 AND endpoint_id = $2)
           UPDATE webhook_endpoints SET status = 'ENABLED', disabled_reason = NULL,
                  failing_since = CASE WHEN status = 'ENABLED' THEN failing_since END
            WHERE account_id = $1 AND endpoint_id = $2 RETURNING ${COLUMNS}`,
    values: [accountId, endpointId, now],
  });
  return rows[0];
}

/** Whether enabling it would send an event sooner: one that waits for its next attempt, or was given up since the last success. */
export async function hasHeldEvents(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'has_held_webhook_events',
    text: `SELECT FROM webhook_deliveries
            WHERE account_id = $1 AND endpoint_id = $2 AND (next_attempt_at IS NULL OR next_attempt_at > $3) LIMIT 1`,
    values: [accountId, endpointId, now],
  });
  return rowCount !== 0;
}

/** Stops its deliveries. If it is disabled already, the first reason stays. */
export async function disableEndpoint(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  reason: DisabledReason,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await database.query<WebhookEndpoint>({
    text: `UPDATE webhook_endpoints SET status = 'DISABLED', disabled_reason = coalesce(disabled_reason, $3)
            WHERE account_id = $1 AND endpoint_id = $2 RETURNING ${COLUMNS}`,
    values: [accountId, endpointId, reason],
  });
  return rows[0];
}

// Each makes a delivery's header 48 bytes longer.
const MOST_OLD_SECRETS = 9;

/** The secret until now signs too until its overlap ends, like those before it. Without an overlap, only the new one does. */
export async function replaceSecret(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  secret: string,
  { now, overlapEndsAt }: { now: Date; overlapEndsAt: Date },
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await database.query<WebhookEndpoint>({
    text: `UPDATE webhook_endpoints
              SET secret = $3,
                  old_secrets = CASE WHEN $4::timestamptz <= $5 THEN '[]' ELSE (
                    SELECT jsonb_agg(old ORDER BY place)
                      FROM jsonb_array_elements(jsonb_build_object('secret', secret, 'until', $4::timestamptz) || old_secrets)
                           WITH ORDINALITY AS secrets (old, place)
                     WHERE (old ->> 'until')::timestamptz > $5 AND place <= $6) END
            WHERE account_id = $1 AND endpoint_id = $2 RETURNING ${COLUMNS}`,
    values: [accountId, endpointId, secret, overlapEndsAt, now, MOST_OLD_SECRETS],
  });
  return rows[0];
}

/** One attempt to send an event to an endpoint. */
export interface WebhookAttempt {
  eventId: string;
  /** 1 for the first. */
  attempt: number;
  attemptedAt: Date;
  /** Null if there was no response. */
  responseStatus: number | null;
  /** Why it failed; null if it succeeded. */
  error: DeliveryError | null;
  ms: number;
  /** Null if it succeeded or was the last. */
  nextAttemptAt: Date | null;
}

/** Newest first. */
export function pageOfAttempts(
  database: Queryable,
  { accountId, endpointId }: OwnEndpoint,
  page: { page: number; limit: number },
): Promise<Page<WebhookAttempt>> {
  return selectPage<WebhookAttempt>(
    database,
    {
      name: 'page_of_webhook_attempts',
      columns: `event AS "eventId", attempt, attempted_at AS "attemptedAt", response_status AS "responseStatus", error, ms,
                next_attempt_at AS "nextAttemptAt"`,
      from: 'webhook_attempts WHERE account_id = $1 AND endpoint_id = $2',
      order: 'attempted_at DESC, attempt_id DESC',
      values: [accountId, endpointId],
    },
    page,
  );
}
