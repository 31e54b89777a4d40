/** What was opened, to be closed in the opposite order. */
export interface Opened {
  /** Returns the part. */
  keep<Part>(part: Part, close: (part: Part) => unknown): Part;
  /** A second call waits for the first one, then closes what was opened since. */
  close(): Promise<void>;
}

export function openedParts(): Opened {
  const closers: (() => unknown)[] = [];
  let closed = Promise.resolve();
  return {
    keep(part, close) {
      closers.unshift(() => close(part));
      return part;
    },
    close() {
      closed = closed.then(async () => {
        for (const close of closers.splice(0)) await close();
      });
      return closed;
    },
  };
}

/** Cleans up when the program is ended, by Ctrl-C or otherwise. */
export function closeOnSignals(close: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => close().finally(() => process.exit(130)));
}
