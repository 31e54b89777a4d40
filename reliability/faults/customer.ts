import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../support/accounts.ts';
import type { Random } from '../support/random.ts';
import { createExchange, type Request } from './exchange.ts';
import { type Attempt, acknowledgement, type ClientOperation } from './history.ts';

export interface Door {
  service: string;
  port: number;
}

export interface CustomerOptions {
  name: string;
  account: Account;
  doors: readonly Door[];
  random: Random;
  /** Trips that any customer of the same account may act on. */
  trips: string[];
  /** Milliseconds since the run began. */
  now(): number;
  isOver(): boolean;
  record(operation: ClientOperation): void;
}

// A booking that no answer settles in this time is left; the checker then allows both outcomes.
const PATIENCE_MS = 45_000;
const MOST_KEPT_TRIPS = 200;

/** Books, reads, lists and cancels one operation after the other until the run is over; each is tried again until it is settled. */
export async function runCustomer(options: CustomerOptions): Promise<void> {
  const { random, isOver } = options;
  const { send, close } = createExchange();
  const settled: Request[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    await sleep(random.between(5, 80));
    await act(turn);
  }
  close();

  async function act(turn: number): Promise<void> {
    const dice = random.next();
    if (dice < 0.45 || options.trips.length === 0) return book(turn);
    if (dice < 0.55) return bookTwiceAtOnce(turn);
    if (dice < 0.7) return cancel(turn);
    if (dice < 0.85) return read();
    if (dice < 0.93) return list();
    return repeat();
  }

  async function book(turn: number): Promise<void> {
    const request = bookingRequest(options.account, random, `${options.name}-book-${turn}`);
    const operation = await settle(bookOperation(request), request, options.doors);
    remember(operation, request);
  }

  /** What an impatient caller does: the same booking to both services at once, or twice to one. */
  async function bookTwiceAtOnce(turn: number): Promise<void> {
    const request = bookingRequest(options.account, random, `${options.name}-book-${turn}`);
    const one = random.pick(options.doors);
    const doors = random.happens(0.5) ? options.doors : [one, one];
    const both = doors.map((door) => settle(bookOperation(request), request, [door]));
    for (const operation of await Promise.all(both)) remember(operation, request);
  }

  function bookOperation({ key = '', body = {} }: Request): ClientOperation {
    return { ...mine(), kind: 'book', key, request: body };
  }

  function remember(operation: ClientOperation, request: Request): void {
    const text = acknowledgement(operation)?.reply.text;
    if (text === undefined) return;
    options.trips.push(JSON.parse(text).data._id);
    if (options.trips.length > MOST_KEPT_TRIPS) options.trips.shift();
    settled.push(request);
    if (settled.length > MOST_KEPT_TRIPS) settled.shift();
  }

  async function cancel(turn: number): Promise<void> {
    const tripId = random.pick(options.trips);
    const key = random.happens(0.6) ? `${options.name}-cancel-${turn}` : undefined;
    const request = { ...asMe(), method: 'POST', path: `/v1/trips/${tripId}/cancel`, key };
    const operation = await settle({ ...mine(), kind: 'cancel', tripId, key }, request, options.doors);
    if (key !== undefined && acknowledgement(operation)) settled.push(request);
  }

  async function read(): Promise<void> {
    const tripId = random.pick(options.trips);
    const request = { ...asMe(), method: 'GET', path: `/v1/trips/${tripId}` };
    await settle({ ...mine(), kind: 'read', tripId }, request, options.doors);
  }

  async function list(): Promise<void> {
    const path = `/v1/trips?limit=${random.between(1, 10)}&page=${random.between(1, 3)}`;
    await settle({ ...mine(), kind: 'list' }, { ...asMe(), method: 'GET', path }, options.doors);
  }

  /** The same request once more, long after it was settled: it must answer as on that day. */
  async function repeat(): Promise<void> {
    if (settled.length === 0) return;
    const request = random.pick(settled);
    const cancelled = /trips\/(\w+)\/cancel/.exec(request.path)?.[1];
    const operation: ClientOperation =
      cancelled === undefined
        ? bookOperation(request)
        : { ...mine(), kind: 'cancel', tripId: cancelled, key: request.key };
    await settle(operation, request, options.doors);
  }

  function mine() {
    return { client: options.name, accountId: options.account.accountId, attempts: [] as Attempt[] };
  }

  function asMe() {
    return { apiKey: options.account.apiKey };
  }

  /** Tries until an answer settles it, at any of the doors. */
  async function settle(
    operation: ClientOperation,
    request: Request,
    doors: readonly Door[],
  ): Promise<ClientOperation> {
    const deadline = options.now() + PATIENCE_MS;
    for (let pauseMs = 20; options.now() < deadline; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      const door = random.pick(doors);
      const sentAt = options.now();
      const reply = await send(door.port, request);
      operation.attempts.push({ service: door.service, sentAt, endedAt: options.now(), reply });
      const isSettled = reply.status !== 'none' && reply.status < 500 && reply.code !== 'IDEMPOTENCY_KEY_IN_PROGRESS';
      if (isSettled) break;
      await sleep(random.between(pauseMs / 2, pauseMs));
    }
    options.record(operation);
    return operation;
  }
}

/** The key stands in the note and in the rider's name as well, so that each row can be traced to its request. */
export function bookingRequest({ apiKey }: Account, random: Random, key: string): Request {
  return {
    apiKey,
    method: 'POST',
    path: '/v1/trips',
    key,
    body: {
      pickup: { address: `${random.between(1, 99)} Rue de Rivoli, 75004 Paris`, lat: 48.8556, lng: 2.3601 },
      dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: random.between(20_000, 30_000) / 10_000 },
      scheduledAt: new Date(Date.now() + random.between(4, 30) * 86_400_000).toISOString(),
      price: random.between(1_000, 30_000) / 100,
      paxNumber: random.between(1, 7),
      client: { firstName: 'Ada', lastName: key, phone: '+33612345678' },
      note: key,
    },
  };
}
