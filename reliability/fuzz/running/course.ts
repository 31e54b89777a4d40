import type { Failures } from './failures.ts';
import type { Tally } from './tally.ts';

export interface FuzzOptions {
  requests: number;
  minutes: number;
  seed: number;
}

// So many failures tell enough.
const MOST_FAILURES = 200;

/** How far a run has come, and whether it goes on. */
export class Course {
  readonly #options: FuzzOptions;
  readonly #tally: Tally;
  readonly #failures: Failures;
  readonly #began = performance.now();
  #number = 0;
  isStopped = false;

  constructor(options: FuzzOptions, tally: Tally, failures: Failures) {
    this.#options = options;
    this.#tally = tally;
    this.#failures = failures;
  }

  /** The number of the next request. */
  readonly nextNumber = (): number => ++this.#number;

  readonly stop = (): void => {
    this.isStopped = true;
  };

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** How much of the run is done: of the requests and of the time, whichever is less. */
  get share(): number {
    const { requests, minutes } = this.#options;
    return Math.min(this.#tally.requests / requests, minutes === 0 ? 1 : this.seconds / (minutes * 60));
  }

  get isOver(): boolean {
    return this.isStopped || this.share >= 1 || this.#failures.count >= MOST_FAILURES;
  }
}
