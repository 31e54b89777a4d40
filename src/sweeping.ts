import { setTimeout as sleep } from 'node:timers/promises';

/** A sweep checks this between two steps. */
export type IsStopped = () => boolean;

/** Runs a sweep periodically, never two at a time; `stop` waits for the current step. */
export function sweepEvery(
  everyMs: number,
  sweep: (isStopped: IsStopped) => Promise<unknown>,
  onFault: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let underWay: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    underWay ??= sweep(() => stopped)
      .catch(onFault)
      .finally(() => {
        underWay = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}

// A thousand short rows take a few milliseconds; the pause leaves the database to requests.
const STEP = 1_000;
const PAUSE_MS = 50;

/** Deletes in bounded steps until nothing is left to delete; returns how many rows. */
export async function deleteInSteps(
  deleteSome: (limit: number) => Promise<number>,
  isStopped: IsStopped,
  step = STEP,
): Promise<number> {
  let swept = 0;
  while (!isStopped()) {
    const deleted = await deleteSome(step);
    swept += deleted;
    if (deleted < step) break;
    await sleep(PAUSE_MS);
  }
  return swept;
}
