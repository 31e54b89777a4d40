import type { Watch } from '../database/backup/session.ts';

// Nothing is said of a command that is done sooner, and then no more often than one can read.
const EVERY_MS = 3_000;
// A step takes a fraction of that; one that hangs, on a network that is gone, must not keep the process.
const MAX_ENDING_MS = 10_000;

/**
 * Lets a long command say how far it is, and be broken off: Ctrl-C and SIGTERM end it between two steps, so that it leaves
 * nothing half-done behind. A terminal and npm may both pass on the same Ctrl-C, so a second one means no more.
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
