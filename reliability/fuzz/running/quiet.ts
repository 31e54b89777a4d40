/** Lets work be held up until all that runs has ended, and go on. */
export class Quiet {
  #running = 0;
  #held: Promise<void> | undefined;
  #isQuiet: () => void = () => {};

  /** Runs the work, after the quiet moment if there is one now. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#held) await this.#held;
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#isQuiet();
    }
  }

  /** Runs the work while nothing else runs. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#held) await this.#held;
    let release: () => void = () => {};
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    if (this.#running > 0)
      await new Promise<void>((resolve) => {
        this.#isQuiet = resolve;
      });
    try {
      return await work();
    } finally {
      this.#held = undefined;
      release();
    }
  }
}
