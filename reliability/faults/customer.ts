import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../support/accounts.ts';
import type { Random } from '../support/random.ts';
import { bookingRequest } from './bookingRequest.ts';
import { createExchange, type Exchange, type Request } from './exchange.ts';
import { type Attempt, acknowledgement, type ClientOperation } from './history.ts';

export interface Endpoint {
  service: string;
  port: number;
}

interface CustomerOptions {
  name: string;
  account: Account;
  endpoints: readonly Endpoint[];
  random: Random;
  /** Trips that any customer of the same account may act on. */
  trips: string[];
  /** Milliseconds since the run began. */
  now(): number;
  isOver(): boolean;
  record(operation: ClientOperation): void;
}

// An operation that is not settled by then is given up; the checker then allows both outcomes.
const GIVE_UP_MS = 45_000;
const MOST_KEPT_TRIPS = 200;

/** Books, reads, lists and cancels until the run is over, and retries each operation until it is settled. */
export async function runCustomer(options: CustomerOptions): Promise<void> {
  const { random, isOver } = options;
  const { send, close } = createExchange();
  const customer = new Customer(options, send);
  for (let turn = 0; !isOver(); turn += 1) {
    await sleep(random.between(5, 80));
    await customer.act(turn);
  }
  close();
}

class Customer {
  readonly #options: CustomerOptions;
  readonly #send: Exchange['send'];
  readonly #settled: Request[] = [];

  constructor(options: CustomerOptions, send: Exchange['send']) {
    this.#options = options;
    this.#send = send;
  }

  async act(turn: number): Promise<void> {
    const { random, trips } = this.#options;
    const dice = random.next();
    if (dice < 0.45 || trips.length === 0) return this.#book(turn);
    if (dice < 0.55) return this.#bookTwiceAtOnce(turn);
    if (dice < 0.7) return this.#cancel(turn);
    if (dice < 0.85) return this.#read();
    if (dice < 0.93) return this.#list();
    return this.#repeat();
  }

  async #book(turn: number): Promise<void> {
    const request = this.#newBooking(turn);
    this.#remember(await this.#settle(this.#bookingOf(request), request), request);
  }

  /** The same booking to both services at once, or twice to one, as an impatient caller does. */
  async #bookTwiceAtOnce(turn: number): Promise<void> {
    const { random, endpoints } = this.#options;
    const request = this.#newBooking(turn);
    const one = random.pick(endpoints);
    const chosen = random.happens(0.5) ? endpoints : [one, one];
    const both = chosen.map((endpoint) => this.#settle(this.#bookingOf(request), request, [endpoint]));
    for (const operation of await Promise.all(both)) this.#remember(operation, request);
  }

  #newBooking(turn: number): Request {
    const { account, random, name } = this.#options;
    return bookingRequest(account, random, `${name}-book-${turn}`);
  }

  #bookingOf({ key = '', body = {} }: Request): ClientOperation {
    return { ...this.#mine(), kind: 'book', key, request: body };
  }

  #remember(operation: ClientOperation, request: Request): void {
    const text = acknowledgement(operation)?.reply.text;
    if (text === undefined) return;
    const { trips } = this.#options;
    trips.push(JSON.parse(text).data._id);
    if (trips.length > MOST_KEPT_TRIPS) trips.shift();
    this.#settled.push(request);
    if (this.#settled.length > MOST_KEPT_TRIPS) this.#settled.shift();
  }

  async #cancel(turn: number): Promise<void> {
    const { random, trips, name } = this.#options;
    const tripId = random.pick(trips);
    const key = random.happens(0.6) ? `${name}-cancel-${turn}` : undefined;
    const request = { ...this.#asMe(), method: 'POST', path: `/v1/trips/${tripId}/cancel`, key };
    const operation = await this.#settle({ ...this.#mine(), kind: 'cancel', tripId, key }, request);
    if (key !== undefined && acknowledgement(operation)) this.#settled.push(request);
  }

  async #read(): Promise<void> {
    const tripId = this.#options.random.pick(this.#options.trips);
    const request = { ...this.#asMe(), method: 'GET', path: `/v1/trips/${tripId}` };
    await this.#settle({ ...this.#mine(), kind: 'read', tripId }, request);
  }

  async #list(): Promise<void> {
    const { random } = this.#options;
    const path = `/v1/trips?limit=${random.between(1, 10)}&page=${random.between(1, 3)}`;
    await this.#settle({ ...this.#mine(), kind: 'list' }, { ...this.#asMe(), method: 'GET', path });
  }

  /** Repeats a settled request, which must be answered as before. */
  async #repeat(): Promise<void> {
    if (this.#settled.length === 0) return;
    const request = this.#options.random.pick(this.#settled);
    const tripId = /trips\/(\w+)\/cancel/.exec(request.path)?.[1];
    const operation: ClientOperation =
      tripId === undefined ? this.#bookingOf(request) : { ...this.#mine(), kind: 'cancel', tripId, key: request.key };
    await this.#settle(operation, request);
  }

  #mine() {
    const { name, account } = this.#options;
    return { client: name, accountId: account.accountId, attempts: [] as Attempt[] };
  }

  #asMe() {
    return { apiKey: this.#options.account.apiKey };
  }

  /** Tries at any of the endpoints until an answer settles it. */
  async #settle(
    operation: ClientOperation,
    request: Request,
    endpoints = this.#options.endpoints,
  ): Promise<ClientOperation> {
    const { random, now, record } = this.#options;
    const deadline = now() + GIVE_UP_MS;
    for (let pauseMs = 20; now() < deadline; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      const { service, port } = random.pick(endpoints);
      const sentAt = now();
      const reply = await this.#send(port, request);
      operation.attempts.push({ service, sentAt, endedAt: now(), reply });
      const isSettled = reply.status !== 'none' && reply.status < 500 && reply.code !== 'IDEMPOTENCY_KEY_IN_PROGRESS';
      if (isSettled) break;
      await sleep(random.between(pauseMs / 2, pauseMs));
    }
    record(operation);
    return operation;
  }
}
