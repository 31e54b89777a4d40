import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { type Clock, HOUR_MS } from '../clock.ts';
import type { Database } from '../database/connection.ts';
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
import { SEND_TIMEOUT_MS, type Sender } from './sender.ts';
import { findEndpoint, type OwnEndpoint } from './webhookStore.ts';

type DeliveryObserver = (outcome: 'delivered' | 'failed' | 'given_up') => void;

export interface DelivererDependencies {
  database: Database;
  clock: Clock;
  sender: Sender;
  log: Pick<Logger, 'info' | 'warn'>;
  observe: DeliveryObserver;
  random?: () => number;
  /** A clock that nobody sets. */
  elapsedMs?: () => number;
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
/** What has to be left of a claim to send the event and record the result. */
const LEAST_CLAIM_MS = SEND_TIMEOUT_MS + 5_000;
/** Older events that a partner has not received are no longer sent. */
export const KEPT_MS = 30 * 24 * HOUR_MS;
const EVENTS_PER_STATEMENT = 500;
const MAX_WAITING_PER_ENDPOINT = 10_000;

// Sockets that wait cost next to nothing; this keeps all of them within a hundred.
const MAX_SENDING = 100;
// Enough for a fast receiver to get hundreds of events per second. One that fails gets one at a time.
const MAX_SENDING_PER_ENDPOINT = 4;
// Ten accounts have to fill their share before others wait.
const MAX_SENDING_PER_ACCOUNT = 10;
// An endpoint that takes longer to answer gets one event at a time, like one that fails.
const SLOW_MS = 1_000;
// Then other endpoints get the turn, if some are waiting for a place.
const TURN_MS = 2_000;
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
  elapsedMs = () => performance.now(),
}: DelivererDependencies): Deliverer {
  const database = limitStatements(shared, MAX_STATEMENTS);
  const sending = new Map<Promise<void>, OwnEndpoint>();
  const slow = new Set<string>();
  const stopping = new AbortController();
  setMaxListeners(MAX_SENDING, stopping.signal); // one for each attempt
  let isStopped = false;
  /** Whether the last poll found an endpoint with work for which no place was left. */
  let isCrowded = false;

  async function poll(): Promise<void> {
    const now = clock();
    const endpoints = await listEndpointsWithWork(database, now);
    for (const id of slow) if (!endpoints.some(({ endpointId }) => endpointId === id)) slow.delete(id);
    let isSomeoneWaiting = false;
    for (const endpoint of shuffled(endpoints)) {
      if (isStopped) return;
      await queueAll(endpoint, now);
      if (!hasPlaceFor(endpoint)) isSomeoneWaiting = true;
      startTurn(endpoint);
    }
    isCrowded = isSomeoneWaiting;
  }

  async function queueAll(endpoint: OwnEndpoint, now: Date): Promise<void> {
    const notBefore = new Date(now.getTime() - KEPT_MS);
    const rule = { now, notBefore, limit: EVENTS_PER_STATEMENT, most: MAX_WAITING_PER_ENDPOINT };
    while (!isStopped && (await queueEvents(database, endpoint, rule)));
  }

  function startTurn(endpoint: EndpointWithWork): void {
    if (isStopped || !hasPlaceFor(endpoint) || !canTakeAnother(endpoint)) return;
    const turn = takeTurn(endpoint)
      .catch((error) => {
        log.warn({ err: error, endpointId: endpoint.endpointId }, 'could not deliver webhooks; trying again');
        return false;
      })
      .then((isTimeOver) => {
        sending.delete(turn);
        // Not at the next poll: a receiver that takes seconds to answer would be idle until then.
        if (isTimeOver && !isCrowded) startTurn(endpoint);
      });
    sending.set(turn, endpoint);
  }

  /** Whether one of the places that endpoints share is left. */
  function hasPlaceFor({ accountId }: OwnEndpoint): boolean {
    const ofAccount = [...sending.values()].filter((other) => other.accountId === accountId);
    return sending.size < MAX_SENDING && ofAccount.length < MAX_SENDING_PER_ACCOUNT;
  }

  /** Whether the endpoint can take one more event at the same time. */
  function canTakeAnother({ endpointId, isFailing }: EndpointWithWork): boolean {
    const ofEndpoint = [...sending.values()].filter((other) => other.endpointId === endpointId);
    return ofEndpoint.length < (isFailing || slow.has(endpointId) ? 1 : MAX_SENDING_PER_ENDPOINT);
  }

  /** A turn that finds something to send starts another one, which looks for more. Returns whether only the time ended it. */
  async function takeTurn(endpoint: EndpointWithWork): Promise<boolean> {
    for (const startedAt = elapsedMs(); !isStopped && elapsedMs() - startedAt < TURN_MS; ) {
      const claimedAt = elapsedMs();
      const delivery = await claimDelivery(database, endpoint, clock(), CLAIM_MS);
      if (!delivery) return false;
      startTurn(endpoint);
      const isSuccess = await deliver(delivery, claimedAt);
      if (!isSuccess) return false; // the next poll knows whether it is failing or disabled
    }
    return true;
  }

  async function deliver(delivery: ClaimedDelivery, claimedAt: number): Promise<boolean> {
    const endpoint = await findEndpoint(database, delivery);
    const event = await findEvent(database, delivery);
    if (!endpoint || !event) return false; // deleted meanwhile
    if (claimedAt + CLAIM_MS - elapsedMs() < LEAST_CLAIM_MS) return false; // it can be claimed again soon
    const message = { eventId: eventId(event), body: renderEvent(event) };
    const outcome = await sender.send(endpoint, message, stopping.signal);
    if (!outcome) return false;
    if (outcome.ms >= SLOW_MS) slow.add(endpoint.endpointId);
    else slow.delete(endpoint.endpointId);
    const { attempt, accountId, endpointId } = delivery;
    const verdict = judgeAttempt({ outcome, endedAt: clock(), attempt, random: random() });
    const { isSuccess, retryAt } = verdict;
    const disabledReason = await recordAttempt(
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
        nextAttemptAt: retryAt,
      },
      verdict,
    );
    observe(isSuccess ? 'delivered' : retryAt === null ? 'given_up' : 'failed');
    if (disabledReason) log.warn({ accountId, endpointId, reason: disabledReason }, 'webhook endpoint disabled');
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
