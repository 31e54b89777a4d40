import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Account } from '../support/accounts.ts';
import { progress } from '../support/commandLine.ts';
import { groupBy } from './evidence.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { Receiver } from './receiver.ts';

/** Adds an endpoint for the account, as a partner does. */
export async function subscribe(
  { send }: Exchange,
  port: number,
  { accountId, apiKey }: Account,
  receiver: Receiver,
): Promise<void> {
  const body = { url: receiver.urlFor(accountId) };
  const reply = await send(port, { method: 'POST', path: '/v1/webhook-endpoints', apiKey, body });
  if (reply.status !== 201) throw new Error(`no endpoint for ${accountId}: ${JSON.stringify(reply)}`);
  receiver.trust(accountId, JSON.parse(reply.text).data.secret);
}

export interface Drained {
  /** Deliveries that a partner asked for again, instead of waiting for the next attempt. */
  redelivered: number;
  /** Endpoints that were disabled: two stepped clocks can be five days apart. */
  enabled: number;
  /** What is still waiting. */
  waiting: string[];
}

// Longer than the claim of a process that was killed.
const STALLED_MS = 90_000;

/**
 * Waits until every delivery has ended. What waits for a retry, which may be days away after a stepped clock, is redelivered through the
 * API. Only what is in the queue is: an event that was never queued stays lost.
 */
export async function drainDeliveries(
  client: Pick<pg.Client, 'query'>,
  accounts: Account[],
  port: number,
  stalledMs = STALLED_MS,
): Promise<Drained> {
  const exchange = createExchange();
  const drained: Drained = { redelivered: 0, enabled: 0, waiting: [] };
  const keys = new Map(accounts.map(({ accountId, apiKey }) => [accountId, apiKey]));
  const post = async (accountId: string, path: string, body?: object) => {
    const reply = await exchange.send(port, { method: 'POST', path, apiKey: keys.get(accountId) ?? '', body });
    return reply.status === 200 || reply.status === 202;
  };
  let fewest = Number.POSITIVE_INFINITY;
  let progressAt = performance.now();
  for (;;) {
    const { disabled, waiting } = await readQueues(client);
    drained.waiting = waiting.map(({ accountId, eventId }) => `${accountId} ${eventId}`);
    if (waiting.length < fewest) [fewest, progressAt] = [waiting.length, performance.now()];
    if (waiting.length === 0 || performance.now() - progressAt > stalledMs) break;
    progress(`${waiting.length} webhook deliveries are waiting`);
    for (const { accountId, endpointId } of disabled)
      if (await post(accountId, `/v1/webhook-endpoints/${endpointId}/enable`)) drained.enabled += 1;
    const later = waiting.filter(({ isLater }) => isLater);
    // One at a time per account.
    const redeliveries = [...groupBy(later, ({ accountId }) => accountId).values()].map(async (deliveries) => {
      for (const { accountId, endpointId, eventId } of deliveries)
        if (await post(accountId, `/v1/events/${eventId}/redeliver`, { endpointId })) drained.redelivered += 1;
    });
    await Promise.all(redeliveries);
    await sleep(1_000);
  }
  exchange.close();
  return drained;
}

interface WaitingDelivery {
  accountId: string;
  endpointId: string;
  eventId: string;
  isLater: boolean;
}

/** What is queued, and what the feed has after the last event that was queued. */
async function readQueues(client: Pick<pg.Client, 'query'>) {
  const { rows: waiting } = await client.query<WaitingDelivery>(
    `SELECT account_id AS "accountId", endpoint_id AS "endpointId", trip_id || '-' || version AS "eventId",
            next_attempt_at > now() AS "isLater"
       FROM webhook_deliveries
     UNION ALL
     SELECT account_id, endpoint_id, trip_id || '-' || version, false
       FROM webhook_endpoints JOIN trip_status_history USING (account_id) WHERE event_number > queued_number`,
  );
  const { rows: disabled } = await client.query<{ accountId: string; endpointId: string }>(
    `SELECT account_id AS "accountId", endpoint_id AS "endpointId" FROM webhook_endpoints WHERE status <> 'ENABLED'`,
  );
  return { waiting, disabled };
}
