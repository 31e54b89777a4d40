// A step takes a fraction of that; one that hangs, on a lost network, must not keep the process alive.
const MAX_ENDING_MS = 10_000;
// Most steps end before one can read that they are waited for.
const PATIENCE_MS = 1_000;
// Quicker commands report nothing, and longer ones no more often than one can read.
const PROGRESS_INTERVAL_MS = 3_000;

/**
 * Aborted by Ctrl-C, SIGTERM and a closed terminal, so that a long command ends between two steps and leaves nothing half-done. A terminal
 * and npm may both pass on the same Ctrl-C, so a second one has no further effect.
 */
export function interruption(print: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    const seconds = MAX_ENDING_MS / 1000;
    setTimeout(print, PATIENCE_MS, `stopping: waits up to ${seconds} s for the current step`).unref();
    setTimeout(() => {
      print(`stopped: the current step did not end within ${seconds} s; the database may still carry it out`);
      process.exit(1);
    }, MAX_ENDING_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return controller.signal;
}

/** Passes a line on only when the last one was a while ago. */
export function occasionally(print: (line: string) => void): (line: string) => void {
  let printedAt = performance.now();
  return (line) => {
    const now = performance.now();
    if (now - printedAt < PROGRESS_INTERVAL_MS) return;
    printedAt = now;
    print(line);
  };
}
