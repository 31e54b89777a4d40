import { setTimeout as sleep } from 'node:timers/promises';
import type { RawAnswer } from '../fuzz/judging/answers.ts';
import type { Account } from '../support/accounts.ts';
import { answerFaults } from './answerCheck.ts';
import { type Call, createCallers } from './callers.ts';
import { type Line, openLine } from './line.ts';

/** What came of the requests of one phase. */
export interface LoadResult {
  seconds: number;
  sent: number;
  /** Due while all connections were taken: they never left. */
  unsent: number;
  succeeded: number;
  refused: number;
  /** Milliseconds from the writing of a request that succeeded to its whole answer. */
  latencies: number[];
  refusalLatencies: number[];
  /** Answers of each second that succeeded. */
  perSecond: number[];
  faults: string[];
  faultCount: number;
  /** From the last request that left to the last answer. */
  drainMs: number;
  /** The bookings that were refused. */
  refusedBookings: number[];
}

const FAULTS_KEPT = 20;
const OPENED_AT_ONCE = 50;

/** Sends requests over a fixed number of connections, either one after the other or by the clock. */
export class Load {
  readonly #callers;
  readonly #port: number;
  #idle: Line[] = [];
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

  /** So many are open then. */
  async open(count: number): Promise<void> {
    this.#idle = this.#idle.filter((line) => line.isOpen());
    while (this.#idle.length < count) {
      const wanted = Math.min(OPENED_AT_ONCE, count - this.#idle.length);
      this.#idle.push(...(await Promise.all(Array.from({ length: wanted }, () => openLine(this.#port)))));
    }
  }

  /** So many callers, each of whom waits for its answer before it asks again. */
  async closedLoop(callers: number, seconds: number): Promise<LoadResult> {
    this.#begin();
    const until = this.#beganAt + seconds * 1000;
    const goOn = () => {
      if (performance.now() < until && this.#idle.length > 0) this.#send(goOn);
    };
    for (let caller = 0; caller < callers; caller += 1) goOn();
    await sleep(seconds * 1000);
    return this.#finish();
  }

  /** So many requests a second, whether or not answers come. */
  async offer(perSecond: number, seconds: number): Promise<LoadResult> {
    this.#begin();
    const total = Math.floor(perSecond * seconds);
    let due = 0;
    while (due < total) {
      const dueNow = Math.min(total, Math.floor(((performance.now() - this.#beganAt) / 1000) * perSecond));
      for (; due < dueNow; due += 1)
        if (this.#idle.length > 0) this.#send(() => {});
        else this.#result.unsent += 1;
      await sleep(1);
    }
    return this.#finish();
  }

  close(): void {
    for (const line of this.#idle) line.close();
  }

  #begin(): void {
    this.#result = emptyResult();
    this.#beganAt = performance.now();
  }

  async #finish(): Promise<LoadResult> {
    const endedAt = performance.now();
    this.#result.seconds = (endedAt - this.#beganAt) / 1000;
    while (this.#busy > 0 && performance.now() - endedAt < 30_000) await sleep(2);
    if (this.#busy > 0) this.#fault(`${this.#busy} requests were never answered`);
    this.#result.drainMs = performance.now() - endedAt;
    return this.#result;
  }

  #send(onEnd: () => void): void {
    const line = this.#idle.shift() as Line; // by turns: one that is never used is closed by the service after a while
    const call = this.#callers.next();
    const sentAt = performance.now();
    this.#busy += 1;
    this.#result.sent += 1;
    line.send(call.bytes, (answer) => {
      this.#busy -= 1;
      this.#note(call, answer, performance.now() - sentAt);
      if (line.isOpen()) this.#idle.push(line);
      onEnd();
    });
  }

  #note(call: Call, answer: RawAnswer | string, tookMs: number): void {
    if (typeof answer === 'string') {
      this.#fault(`${call.kind} got no answer: ${answer}`);
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
