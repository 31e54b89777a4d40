import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { endsInARow, pauseBefore } from './backOff.ts';
import { CrewStart } from './crewStart.ts';
import type { FromWorker, Orders, ToWorker } from './messages.ts';

/** Longer than a worker gives its slowest request: one that still runs then, hangs. */
const LONGEST_STOP_MS = 25_000;

export interface Member {
  /** A worker's number, which the one that replaces it takes over. */
  place: number;
  worker: Worker;
  servesSince: number | undefined;
  send(message: ToWorker): void;
}

export interface CrewOptions {
  size: number;
  orders: Orders;
  log: Logger;
  /** Once it is aborted no worker is replaced, and nobody waits for the start. */
  signal: AbortSignal;
  onServing(member: Member): void;
  onEnded(member: Member): void;
  onMessage(member: Member, message: FromWorker): void;
}

const servedMs = ({ servesSince }: Member) => (servesSince === undefined ? 0 : performance.now() - servesSince);

/** The workers. One that ends is replaced: at once, or after a pause if it ends again and again. */
export class Crew {
  readonly #options: CrewOptions;
  readonly #start: CrewStart;
  readonly #members = new Set<Member>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  #isStopping = false;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#start = new CrewStart(options.size);
  }

  /** Resolves once every worker serves or has failed to; rejects if none serves. */
  start(): Promise<void> {
    this.#options.signal.addEventListener('abort', () => this.#start.cancel(), { once: true });
    for (let place = 1; place <= this.#options.size; place += 1) this.#employ(place, 0);
    return this.#start.over;
  }

  /** Lets every worker answer what it has been given, and waits for its end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    const patience = setTimeout(() => this.#endThoseThatHang(), LONGEST_STOP_MS);
    const ends = [...this.#members].map(({ worker }) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const { send } of this.#members) send({ kind: 'stop' });
    await Promise.all(ends);
    clearTimeout(patience);
  }

  #employ(place: number, endsBefore: number): void {
    const worker = cluster.fork();
    const send = (message: ToWorker) => {
      if (worker.isConnected()) worker.send(message, () => {}); // one that ends meanwhile needs no message
    };
    const member: Member = { place, worker, servesSince: undefined, send };
    this.#members.add(member);
    const end = (cause: string) => {
      this.#dismiss(member, cause);
      if (!this.#isStopping && !this.#options.signal.aborted)
        this.#replace(member, endsInARow(endsBefore, servedMs(member)), cause);
    };
    worker.on('message', (message: FromWorker) => this.#hear(member, message));
    worker.once('exit', (code, signal) => end(signal ?? `code ${code}`));
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) end(error.message); // it could not even be started
    });
  }

  #hear(member: Member, message: FromWorker): void {
    const { log, orders, onServing, onMessage } = this.#options;
    if (message.kind === 'here') member.send(this.#isStopping ? { kind: 'stop' } : { kind: 'orders', orders });
    else if (message.kind === 'failed') this.#start.noteFailure(member.place, message.reason);
    else if (message.kind === 'serving') {
      member.servesSince = performance.now();
      log.info({ worker: member.place, pid: member.worker.process.pid }, 'a worker serves');
      this.#start.noteServing(member.place);
      onServing(member);
    } else onMessage(member, message);
  }

  #dismiss(member: Member, cause: string): void {
    this.#members.delete(member);
    this.#start.noteFailure(member.place, `a worker ended before it could serve (${cause})`);
    this.#options.onEnded(member);
  }

  #replace({ place, worker }: Member, ends: number, cause: string): void {
    const pauseMs = pauseBefore(ends);
    this.#options.log.warn(
      { worker: place, pid: worker.process.pid, cause, pauseMs },
      'a worker ended: starting another in its place',
    );
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.#employ(place, ends);
    }, pauseMs);
    this.#pauses.add(pause);
  }

  #endThoseThatHang(): void {
    this.#options.log.warn(
      { workers: [...this.#members].map(({ place }) => place) },
      'these workers hang: ending them',
    );
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  }
}
