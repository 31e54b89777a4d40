import { Failures, Tally } from './results.ts';

interface FuzzOptions {
  requests: number;
  minutes: number;
  /** Requests to the dashboard, beside the others. */
  dashboard: number;
  seed: number;
}

const MOST_FAILURES = 200;

/** What the parts of a run share: its results so far, and whether it goes on. */
export class RunState {
  readonly #options: FuzzOptions;
  readonly #began = performance.now();
  readonly tally = new Tally();
  readonly failures: Failures;
  readonly lock = new ReadWriteLock();
  #number = 0;
  isStopped = false;

  constructor(options: FuzzOptions, print: (text: string) => void) {
    this.#options = options;
    this.failures = new Failures(options.seed, print);
  }

  nextRequestNumber(): number {
    this.#number += 1;
    return this.#number;
  }

  readonly stop = (): void => {
    this.isStopped = true;
  };

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** How much of the run is done: of the requests or of the time, whichever is less. */
  get share(): number {
    const { requests } = this.#options;
    return Math.min(requests === 0 ? 1 : this.tally.requests / requests, this.#shareOfTime);
  }

  get isOver(): boolean {
    return this.#hasEnded || this.share >= 1;
  }

  get isDashboardOver(): boolean {
    return this.#hasEnded || (this.tally.pages.total >= this.#options.dashboard && this.#shareOfTime >= 1);
  }

  get #shareOfTime(): number {
    const { minutes } = this.#options;
    return minutes === 0 ? 1 : this.seconds / (minutes * 60);
  }

  get #hasEnded(): boolean {
    return this.isStopped || this.failures.count >= MOST_FAILURES;
  }
}

/** Requests hold it together; whoever measures or reads back holds it alone. */
class ReadWriteLock {
  #holders = 0;
  #exclusive: Promise<void> | undefined;
  #onFree: () => void = () => {};

  async shared<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#exclusive) await this.#exclusive;
    this.#holders += 1;
    try {
      return await work();
    } finally {
      this.#holders -= 1;
      if (this.#holders === 0) this.#onFree();
    }
  }

  async exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#exclusive) await this.#exclusive;
    let release: () => void = () => {};
    this.#exclusive = new Promise((resolve) => {
      release = resolve;
    });
    if (this.#holders > 0)
      await new Promise<void>((resolve) => {
        this.#onFree = resolve;
      });
    try {
      return await work();
    } finally {
      this.#exclusive = undefined;
      release();
    }
  }
}
