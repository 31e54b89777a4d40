import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { OperatorFault } from '../../fault.ts';
import type { FromWorker, ToWorker, WorkerConfig } from './messages.ts';

/** Longer than a worker waits for its slowest request: one that still runs then is stuck. */
const MAX_STOP_MS = 25_000;
/** A worker that served this long did not fail because of its start. */
const STABLE_MS = 10_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

export interface PoolWorker {
  /** From 1 to WORKERS; a replacement takes over the number. */
  number: number;
  process: Worker;
  send(message: ToWorker): void;
}

interface WorkerPoolOptions {
  size: number;
  fork(): Worker;
  config: WorkerConfig;
  log: Logger;
  /** Once aborted, no worker is replaced, and the start does not wait any longer. */
  signal: AbortSignal;
  onServing(worker: PoolWorker): void;
  onExit(worker: PoolWorker): void;
  onMessage(worker: PoolWorker, message: FromWorker): void;
}

/** The number of exits in a row, this one included. */
export const countExits = (before: number, servedMs: number): number => (servedMs < STABLE_MS ? before + 1 : 1);

/** A first exit is replaced at once; repeated ones after a delay that doubles. */
export const restartDelayMs = (exits: number): number =>
  exits < 2 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (exits - 2), MAX_DELAY_MS);

/** Keeps `size` workers running. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  /** Each with the promise of the cause of its end. */
  readonly #workers = new Map<PoolWorker, Promise<string>>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #isStopping = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Resolves once every worker serves or has failed; rejects if all have failed. */
  async start(): Promise<void> {
    const { size, signal } = this.#options;
    const aborted = new Promise<undefined[]>((resolve) => {
      signal.addEventListener('abort', () => resolve([]), { once: true });
    });
    const starts = Array.from({ length: size }, (_, index) => this.#fork(index + 1, 0));
    const failures = await Promise.race([Promise.all(starts), aborted]);
    const [first] = failures;
    if (first !== undefined && !failures.includes(undefined)) throw new OperatorFault(first);
  }

  /** Lets every worker say that it is not ready. */
  drain(): void {
    for (const worker of this.#workers.keys()) worker.send({ kind: 'drain' });
  }

  /** Lets every worker finish the requests it has, and waits until all have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    const deadline = setTimeout(() => this.#killStuck(), MAX_STOP_MS);
    for (const worker of this.#workers.keys()) worker.send({ kind: 'stop' });
    await Promise.all(this.#workers.values());
    clearTimeout(deadline);
  }

  /** Resolves once the worker serves, with nothing, or has failed, with the reason. */
  #fork(number: number, exitsBefore: number): Promise<string | undefined> {
    const { fork, log, config, signal, onServing, onExit, onMessage } = this.#options;
    const process = fork();
    const worker: PoolWorker = {
      number,
      process,
      send: (message) => void (process.isConnected() && process.send(message, () => {})), // it may exit meanwhile
    };
    const ended = causeOfEnd(process);
    this.#workers.set(worker, ended);
    return new Promise((resolve) => {
      let servingSince: number | undefined;
      process.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') worker.send(this.#isStopping ? { kind: 'stop' } : { kind: 'start', config });
        else if (message.kind === 'serving') {
          servingSince = performance.now();
          log.info({ worker: number, pid: process.process.pid }, 'worker is serving');
          onServing(worker);
          resolve(undefined);
        } else if (message.kind === 'failed') resolve(message.reason);
        else onMessage(worker, message);
      });
      ended.then((cause) => {
        this.#workers.delete(worker);
        onExit(worker);
        resolve(`a worker exited before it could serve (${cause})`);
        if (this.#isStopping || signal.aborted) return;
        const servedMs = servingSince === undefined ? 0 : performance.now() - servingSince;
        this.#replace(worker, countExits(exitsBefore, servedMs), cause);
      });
    });
  }

  #replace({ number, process }: PoolWorker, exits: number, cause: string): void {
    const delayMs = restartDelayMs(exits);
    this.#options.log.warn(
      { worker: number, pid: process.process.pid, cause, delayMs },
      'worker exited: starting a replacement',
    );
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#fork(number, exits);
    }, delayMs);
    this.#restarts.add(restart);
  }

  #killStuck(): void {
    const stuck = [...this.#workers.keys()];
    this.#options.log.warn(
      { workers: stuck.map(({ number }) => number) },
      'workers did not stop in time: killing them',
    );
    for (const { process } of stuck) process.process.kill('SIGKILL');
  }
}

/** Resolves once the process has ended. One that could not be started emits no exit, only an error. */
const causeOfEnd = (worker: Worker): Promise<string> =>
  new Promise((resolve) => {
    worker.once('exit', (code, killedBy) => resolve(killedBy ?? `code ${code}`));
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message);
    });
  });
