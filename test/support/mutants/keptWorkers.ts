import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = (message: unknown) => void;

/** After so many runs a new thread begins: a mutant may leave a timer or a connection open. */
const MAX_RUNS = 50;

/**
 * A thread that is used for the next mutant too. Vitest ends the thread after every run and loads all sources again for the
 * next one, which takes ten times as long as the tests.
 */
class KeptWorker implements PoolWorker {
  readonly name = 'mutants';
  readonly #thread: KeptThread;
  readonly #listeners: [event: string, listener: Listener][] = [];
  #isDone = false;

  constructor(thread: KeptThread) {
    this.#thread = thread;
  }

  start = () => this.#thread.start();

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#thread.worker.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#thread.worker.off(event, listener);
  }

  send(message: WorkerRequest): void {
    if (message.type === 'stop') this.#answerStop();
    else this.#thread.worker.send(message);
  }

  #answerStop(): void {
    this.#isDone = true;
    const stopped = { type: 'stopped', __vitest_worker_response__: true };
    for (const [event, listener] of this.#listeners) if (event === 'message') queueMicrotask(() => listener(stopped));
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.#thread.worker.off(event, listener);
    if (!this.#isDone) await this.#thread.end();
  }

  deserialize = (data: unknown) => data;
}

class KeptThread {
  readonly worker: ThreadsPoolWorker;
  isEnded = false;
  runs = 0;

  constructor(options: PoolOptions) {
    this.worker = new ThreadsPoolWorker(options);
  }

  async start(): Promise<void> {
    this.runs += 1;
    if (this.runs > 1) return;
    await this.worker.start();
    this.worker.on('exit', () => {
      this.isEnded = true;
    });
  }

  async end(): Promise<void> {
    if (this.isEnded || this.runs === 0) return;
    this.isEnded = true;
    await this.worker.stop();
  }
}

let kept: KeptThread | undefined;

/** A mutant of what a module does when it is loaded needs a thread of its own, which loads it. */
export function createWorker(options: PoolOptions): PoolWorker {
  const { mutantActivation } = options.project.getProvidedContext() as { mutantActivation?: 'static' | 'runtime' };
  if (mutantActivation === 'static') return new ThreadsPoolWorker(options);
  if (kept === undefined || kept.isEnded || kept.runs >= MAX_RUNS) {
    if (kept === undefined) options.project.vitest.onClose(async () => kept?.end());
    void kept?.end();
    kept = new KeptThread(options);
  }
  return new KeptWorker(kept);
}
