// The load generator, in its own process: its CPU time must not slow down the measuring, nor the other way round.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../support/accounts.ts';
import { answerParent } from '../support/childProgram.ts';
import { Connection, type Outcome, PATIENCE_MS, type RawAnswer } from '../support/rawHttp.ts';
import { answerFaults, type Call, createCallers } from './callers.ts';

/** The requests of one phase. */
export interface LoadResult {
  seconds: number;
  sent: number;
  /** Due while all connections were busy, so never sent. */
  unsent: number;
  succeeded: number;
  refused: number;
  /** Milliseconds from writing a successful request to its complete answer. */
  latencies: number[];
  refusalLatencies: number[];
  /** Successes in each second. */
  perSecond: number[];
  faults: string[];
  faultCount: number;
  /** From the end of sending to the last answer. */
  drainMs: number;
  refusedBookings: number[];
}

const FAULTS_KEPT = 20;
const OPENED_AT_ONCE = 50;

/** Sends requests over a fixed number of connections. */
class Load {
  readonly #callers;
  readonly #port: number;
  #idle: Connection[] = [];
  #busy = 0;
  #result = emptyResult();
  #beganAt = 0;

  constructor(port: number, accounts: readonly Account[], scheduledAt: string) {
    this.#port = port;
    this.#callers = createCallers(accounts, scheduledAt);
  }

  get booked() {
    return this.#callers.booked;
  }

  /** Opens connections until there are this many. */
  async open(count: number): Promise<void> {
    this.#idle = this.#idle.filter(({ isClosed }) => !isClosed);
    while (this.#idle.length < count) {
      const wanted = Math.min(OPENED_AT_ONCE, count - this.#idle.length);
      this.#idle.push(...(await Promise.all(Array.from({ length: wanted }, () => openConnection(this.#port)))));
    }
  }

  /** Callers who each wait for an answer before they send the next request. */
  async closedLoop(callers: number, seconds: number): Promise<LoadResult> {
    this.#begin();
    const until = this.#beganAt + seconds * 1000;
    const runCaller = async () => {
      while (performance.now() < until && this.#idle.length > 0) await this.#send();
    };
    for (let caller = 0; caller < callers; caller += 1) void runCaller();
    await sleep(seconds * 1000);
    return this.#finish();
  }

  /** This many requests per second, whether or not answers come. */
  async openLoop(perSecond: number, seconds: number): Promise<LoadResult> {
    this.#begin();
    const total = Math.floor(perSecond * seconds);
    let due = 0;
    while (due < total) {
      const dueNow = Math.min(total, Math.floor(((performance.now() - this.#beganAt) / 1000) * perSecond));
      for (; due < dueNow; due += 1)
        if (this.#idle.length > 0) void this.#send();
        else this.#result.unsent += 1;
      await sleep(1);
    }
    return this.#finish();
  }

  #begin(): void {
    this.#result = emptyResult();
    this.#beganAt = performance.now();
  }

  async #finish(): Promise<LoadResult> {
    const endedAt = performance.now();
    this.#result.seconds = (endedAt - this.#beganAt) / 1000;
    while (this.#busy > 0) await sleep(2);
    this.#result.drainMs = performance.now() - endedAt;
    return this.#result;
  }

  async #send(): Promise<void> {
    const connection = this.#idle.shift() as Connection; // in turn: the service closes one that is idle for long
    const call = this.#callers.next();
    const sentAt = performance.now();
    this.#busy += 1;
    this.#result.sent += 1;
    connection.write(call.bytes);
    const outcome = await connection.waitFor(1, PATIENCE_MS);
    this.#busy -= 1;
    this.#note(call, outcome, performance.now() - sentAt);
    if (outcome.answers.length > 0 && !connection.isClosed) this.#idle.push(connection);
  }

  #note(call: Call, { answers: [answer], malformed, isTimedOut }: Outcome, tookMs: number): void {
    if (!answer) {
      const reason = malformed ?? (isTimedOut ? `nothing in ${PATIENCE_MS} ms` : 'the connection was closed');
      this.#fault(`${call.kind} got no answer: ${reason}`);
      return;
    }
    const faults = answerFaults(call, answer);
    if (faults.length > 0) this.#fault(`${call.kind}: ${faults.join('; ')}`);
    const result = this.#result;
    if (answer.status === 503) {
      result.refused += 1;
      result.refusalLatencies.push(tookMs);
      if (call.kind === 'book') result.refusedBookings.push(call.number);
    } else if (answer.status < 300) {
      const second = Math.floor((performance.now() - this.#beganAt) / 1000);
      result.perSecond[second] = (result.perSecond[second] ?? 0) + 1;
      result.succeeded += 1;
      result.latencies.push(tookMs);
      if (call.kind === 'book') this.#noteBooking(call, answer);
    }
  }

  #noteBooking({ number, account }: Call, { text }: RawAnswer): void {
    const tripId = /"_id":"([0-9a-f]{24})"/.exec(text)?.[1];
    if (tripId === undefined) this.#fault(`a booking without an _id: ${text}`);
    else this.#callers.booked.push({ number, account, tripId });
  }

  #fault(what: string): void {
    this.#result.faultCount += 1;
    if (this.#result.faults.length < FAULTS_KEPT) this.#result.faults.push(what);
  }
}

const emptyResult = (): LoadResult => ({
  seconds: 0,
  sent: 0,
  unsent: 0,
  succeeded: 0,
  refused: 0,
  latencies: [],
  refusalLatencies: [],
  perSecond: [],
  faults: [],
  faultCount: 0,
  drainMs: 0,
  refusedBookings: [],
});

async function openConnection(port: number): Promise<Connection> {
  const connection = new Connection({ host: '127.0.0.1', port });
  // The service soon closes a connection without a request.
  connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const { answers } = await connection.waitFor(1, PATIENCE_MS);
  if (answers.length === 0) throw new Error('a connection could not be opened');
  return connection;
}

let load: Load;
const abilities = {
  start(port: number, accounts: Account[], scheduledAt: string) {
    load = new Load(port, accounts, scheduledAt);
  },
  open: (connections: number) => load.open(connections),
  closedLoop: (callers: number, seconds: number) => load.closedLoop(callers, seconds),
  openLoop: (perSecond: number, seconds: number) => load.openLoop(perSecond, seconds),
  booked: () => load.booked,
};
export type LoadProgram = typeof abilities;
answerParent(abilities);
