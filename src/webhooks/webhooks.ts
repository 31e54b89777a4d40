import { randomBytes } from 'node:crypto';
import type { Note } from '../audit/audit.ts';
import type { Action } from '../audit/auditStore.ts';
import type { Clock } from '../clock.ts';
import type { EventType } from '../contract/event.ts';
import { TEST_EVENT_TYPE, WEBHOOK_BOUNDS } from '../contract/values.ts';
import type { WebhookTestEvent } from '../contract/webhook.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { limitConcurrency } from '../database/limitConcurrency.ts';
import { ApiError } from '../errors.ts';
import type { EventRow } from '../events/eventStore.ts';
import { knownEvent } from '../events/knownEvent.ts';
import { newId } from '../identifiers.ts';
import type { ChangeAuthor } from '../trips/tripRow.ts';
import { logAttempt, queueAgain } from './deliveryStore.ts';
import type { Sender } from './sender.ts';
import { URL_FAULTS, urlFault, type WebhookTargets } from './targets.ts';
import {
  findEndpoint,
  insertEndpoint,
  lockForNewEndpoint,
  type OwnEndpoint,
  replaceSecret,
  type WebhookAttempt,
  type WebhookEndpoint,
} from './webhookStore.ts';

/** What the API, the dashboard and the `trips` command do with endpoints alike. */

/** A secret is available only when it was made. */
export type EndpointWithSecret = WebhookEndpoint & { secret: string };

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

export interface NewEndpoint {
  accountId: string;
  url: string;
  eventTypes: EventType[];
  description: string | null;
}

/** Throws an ApiError if the URL is not allowed, or the account has too many endpoints. */
export async function addEndpoint(
  database: Database,
  clock: Clock,
  targets: WebhookTargets,
  endpoint: NewEndpoint,
  note: Note,
): Promise<EndpointWithSecret> {
  const fault = urlFault(endpoint.url, targets);
  if (fault) throw new ApiError('WEBHOOK_URL_NOT_ALLOWED', { message: URL_FAULTS[fault] });
  const row = { ...endpoint, endpointId: newId(), secret: newSecret(), createdAt: clock() };
  const added = await database.transaction(async (client) => {
    await lockForNewEndpoint(client, row.accountId);
    const inserted = await insertEndpoint(client, row, WEBHOOK_BOUNDS.endpoints.max);
    if (inserted) await note(client, 'WEBHOOK_ADDED', subjectOf(inserted));
    return inserted;
  });
  if (!added) throw new ApiError('WEBHOOK_ENDPOINT_LIMIT_REACHED');
  return { ...added, secret: row.secret };
}

const subjectOf = ({ endpointId, url }: WebhookEndpoint) => ({ endpointId, url });

/** Changes an endpoint and records it. Undefined if there is no such endpoint. */
export const changeEndpoint = (
  database: Database,
  note: Note,
  action: Action,
  change: (client: Queryable) => Promise<WebhookEndpoint | undefined>,
): Promise<WebhookEndpoint | undefined> =>
  database.transaction(async (client) => {
    const changed = await change(client);
    if (changed) await note(client, action, subjectOf(changed));
    return changed;
  });

/** Undefined if there is no such endpoint. */
export async function rotateSecret(
  database: Database,
  clock: Clock,
  endpoint: OwnEndpoint,
  note: Note,
  overlapSeconds: number = WEBHOOK_BOUNDS.overlapSeconds.default,
): Promise<EndpointWithSecret | undefined> {
  const secret = newSecret();
  const now = clock();
  const overlapEndsAt = new Date(now.getTime() + overlapSeconds * 1_000);
  const changed = await changeEndpoint(database, note, 'WEBHOOK_SECRET_ROTATED', (client) =>
    replaceSecret(client, endpoint, secret, { now, overlapEndsAt }),
  );
  return changed && { ...changed, secret };
}

/**
 * Sends a `webhook.test` event at once and logs the attempt. It is sent to a disabled endpoint too, and never retried; whatever comes
 * of it, the endpoint stays as it is. Undefined if there is no such endpoint.
 */
export async function sendTest(
  database: Queryable,
  clock: Clock,
  sender: Sender,
  endpoint: OwnEndpoint,
  changedBy: ChangeAuthor,
): Promise<WebhookAttempt | undefined> {
  const recipient = await findEndpoint(database, endpoint);
  if (!recipient) return undefined;
  const eventId = `test-${newId()}`;
  const outcome = await sender.send(recipient, { eventId, body: testEvent(eventId, clock(), changedBy) });
  if (!outcome) return undefined; // nobody aborts it
  const { sentAt, responseStatus, error, ms } = outcome;
  const attempt = { eventId, attempt: 1, attemptedAt: sentAt, responseStatus, error, ms, nextAttemptAt: null };
  await logAttempt(database, endpoint, newId(), attempt);
  return attempt;
}

// A test may take ten seconds, so an account has few at once, and all of them leave the service to other requests.
const TESTS = { perAccount: 2, total: 20, waitingPerAccount: 2, timeoutMs: 10_000 };

export type EndpointTester = (test: OwnEndpoint & { changedBy: ChangeAuthor }) => ReturnType<typeof sendTest>;

/** Tests endpoints for the API and the dashboard, which share the limits. */
export const createEndpointTester = (database: Queryable, clock: Clock, sender: Sender): EndpointTester =>
  limitConcurrency(({ changedBy, ...endpoint }) => sendTest(database, clock, sender, endpoint, changedBy), TESTS);

/** Queues an event for an endpoint, delivered or not. Throws an ApiError if the account has no such event or endpoint. */
export async function redeliver(
  database: Queryable,
  clock: Clock,
  endpoint: OwnEndpoint,
  eventId: string,
): Promise<EventRow> {
  const event = await knownEvent(database, endpoint.accountId, eventId);
  if (!(await queueAgain(database, endpoint, event, clock()))) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND');
  return event;
}

/** The members of every event, and no trip. */
const testEvent = (eventId: string, now: Date, changedBy: ChangeAuthor) =>
  JSON.stringify({
    _id: eventId,
    type: TEST_EVENT_TYPE,
    createdAt: now.toISOString(),
    tripId: null,
    changedBy,
    data: { trip: null, previousStatus: null },
  } satisfies WebhookTestEvent);
