import { OperatorFault } from '../fault.ts';

/** Keeps book of how each worker's first start went. */
export class CrewStart {
  /** Settles once each has served or failed, or nobody waits for it any more: rejects if none serves. */
  readonly over: Promise<void>;
  readonly #failures = new Map<number, string | undefined>();
  readonly #size: number;
  #resolve: () => void = () => {};
  #reject: (fault: OperatorFault) => void = () => {};

  constructor(size: number) {
    this.#size = size;
    this.over = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  noteServing(place: number): void {
    this.#note(place, undefined);
  }

  /** The first reason counts: a worker that says why it ends, ends after it. */
  noteFailure(place: number, reason: string): void {
    this.#note(place, reason);
  }

  cancel(): void {
    this.#resolve();
  }

  #note(place: number, failure: string | undefined): void {
    if (!this.#failures.has(place)) this.#failures.set(place, failure);
    if (this.#failures.size < this.#size) return;
    const failures = [...this.#failures.values()];
    if (failures.includes(undefined)) this.#resolve();
    else this.#reject(new OperatorFault(failures[0]));
  }
}
