import type { Watch } from '../database/backup/session.ts';

// Quicker commands report nothing, and longer ones no more often than one can read.
const EVERY_MS = 3_000;
// A step takes a fraction of that; one that hangs, on a lost network, must not keep the process alive.
const MAX_ENDING_MS = 10_000;

/**
 * Lets a long command report progress and be aborted: Ctrl-C and SIGTERM end it between two steps, so that nothing is
 * left half-done. A terminal and npm may both pass on the same Ctrl-C, so a second signal changes nothing.
 */
export function watchCommand(tell: (line: string) => void): Watch {
  const controller = new AbortController();
  const breakOff = () => {
    controller.abort();
    setTimeout(() => process.exit(1), MAX_ENDING_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, breakOff);
  let toldAt = performance.now();
  return {
    signal: controller.signal,
    progress(text) {
      const now = performance.now();
      if (now - toldAt < EVERY_MS) return;
      toldAt = now;
      tell(text);
    },
  };
}
