import type { Logger } from 'pino';
import { type Clock, HOUR_MS } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { limitStatements } from '../database/limitStatements.ts';
import { findEvent } from '../events/eventStore.ts';
import { eventId, renderEvent } from '../events/eventView.ts';
import { newId } from '../identifiers.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  type EndpointWithWork,
  listEndpointsWithWork,
  queueEvents,
  recordAttempt,
} from './deliveryStore.ts';
import { judgeAttempt } from './retries.ts';
import type { Sender } from './sender.ts';
import { findEndpoint, type OwnEndpoint } from './webhookStore.ts';

export type DeliveryObserver = (outcome: 'delivered' | 'failed' | 'given_up') => void;

export interface DelivererDependencies {
  database: Queryable;
  clock: Clock;
  sender: Sender;
  log: Pick<Logger, 'info' | 'warn'>;
  observe: DeliveryObserver;
  random?: () => number;
}

export interface Deliverer {
  /** Queues new events and starts what is due. It does not wait for the receivers. */
  poll(): Promise<void>;
  /** Waits until nothing is being sent. */
  idle(): Promise<void>;
  /** Gives the attempts in progress a moment, then breaks them off: they are repeated when their claims expire. */
  stop(): Promise<void>;
}

/** Longer than an attempt takes, with time left to record it. */
const CLAIM_MS = 30_000;
/** Events that a partner has not received by then are no news. */
export const KEPT_MS = 30 * 24 * HOUR_MS;
const EVENTS_PER_STATEMENT = 500;
const MAX_WAITING_PER_ENDPOINT = 10_000;

// Sockets that wait cost next to nothing; this keeps all of them within a hundred.
const MAX_SENDING = 100;
// Enough for a fast receiver to get hundreds of events per second. One that fails gets one at a time, so that a hundred of them
// have to hang at once before others wait.
const MAX_SENDING_PER_ENDPOINT = 4;
// Then other endpoints get the turn.
const DELIVERIES_PER_TURN = 20;
// Out of ten connections, so that bookings never wait for deliveries.
const MAX_STATEMENTS = 2;
const STOP_MS = 2_000;

export function createDeliverer({
  database: shared,
  clock,
  sender,
  log,
  observe,
  random = Math.random,
}: DelivererDependencies): Deliverer {
  const database = limitStatements(shared, MAX_STATEMENTS);
  const sending = new Map<Promise<void>, string>();
  const stopping = new AbortController();
  let isStopped = false;

  async function poll(): Promise<void> {
    const now = clock();
    for (const endpoint of shuffled(await listEndpointsWithWork(database, now))) {
      if (isStopped) return;
      await queueAll(endpoint, now);
      startTurn(endpoint);
    }
  }

  async function queueAll(endpoint: OwnEndpoint, now: Date): Promise<void> {
    const notBefore = new Date(now.getTime() - KEPT_MS);
    const rule = { now, notBefore, limit: EVENTS_PER_STATEMENT, most: MAX_WAITING_PER_ENDPOINT };
    while (!isStopped && (await queueEvents(database, endpoint, rule)));
  }

  function startTurn(endpoint: EndpointWithWork): void {
    const ofEndpoint = [...sending.values()].filter((id) => id === endpoint.endpointId).length;
    const most = endpoint.isFailing ? 1 : MAX_SENDING_PER_ENDPOINT;
    if (isStopped || sending.size >= MAX_SENDING || ofEndpoint >= most) return;
    const turn = takeTurn(endpoint)
      .catch((error) =>
        log.warn({ err: error, endpointId: endpoint.endpointId }, 'a webhook turn failed; trying again'),
      )
      .finally(() => sending.delete(turn));
    sending.set(turn, endpoint.endpointId);
  }

  /** A turn that finds something to send starts another one, which looks for more. */
  async function takeTurn(endpoint: EndpointWithWork): Promise<void> {
    for (let count = 0; count < DELIVERIES_PER_TURN && !isStopped; count += 1) {
      const delivery = await claimDelivery(database, endpoint, clock(), CLAIM_MS);
      if (!delivery) return;
      startTurn(endpoint);
      const isSuccess = await deliver(delivery);
      if (!isSuccess) return; // the next poll knows whether it is failing or disabled
    }
  }

  async function deliver(delivery: ClaimedDelivery): Promise<boolean> {
    const endpoint = await findEndpoint(database, delivery);
    const event = await findEvent(database, delivery);
    if (!endpoint || !event) return false; // deleted meanwhile
    const message = { eventId: eventId(event), body: renderEvent(event) };
    const outcome = await sender.send(endpoint, message, stopping.signal);
    if (!outcome) return false;
    const { attempt } = delivery;
    const { failingSince } = endpoint;
    const verdict = judgeAttempt({ outcome, attempt, failingSince, random: random() });
    const { isSuccess, retryAt, disable } = verdict;
    await recordAttempt(
      database,
      delivery,
      newId(),
      {
        eventId: message.eventId,
        attempt,
        attemptedAt: outcome.sentAt,
        responseStatus: outcome.responseStatus,
        error: outcome.error,
        ms: outcome.ms,
        nextAttemptAt: disable === null ? retryAt : null,
      },
      verdict,
    );
    observe(isSuccess ? 'delivered' : retryAt === null ? 'given_up' : 'failed');
    const { accountId, endpointId } = delivery;
    if (disable !== null) log.warn({ accountId, endpointId, reason: disable }, 'webhook endpoint disabled');
    return isSuccess;
  }

  const idle = async () => {
    while (sending.size > 0) await Promise.all(sending.keys());
  };

  return {
    poll,
    idle,
    async stop() {
      isStopped = true;
      const timer = setTimeout(() => stopping.abort(), STOP_MS);
      await idle();
      clearTimeout(timer);
    },
  };
}

/** So that the same endpoints are not always the first. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
