import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

export type SweepLog = Pick<Logger, 'warn' | 'info'>;

/** A sweep checks this between two steps. */
export type IsStopped = () => boolean;

/**
 * Runs a sweep periodically, never two at a time; `stop` waits for the current step. The task is what it does, as the log
 * says it: "could not …".
 */
export function sweepEvery(
  everyMs: number,
  task: string,
  sweep: (isStopped: IsStopped) => Promise<unknown>,
  log: SweepLog,
): { stop(): Promise<void> } {
  const { noteFailure, noteSuccess } = outageLog(task, log);
  let stopped = false;
  let underWay: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    underWay ??= sweep(() => stopped)
      .then(noteSuccess, noteFailure)
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

/** For work in the background: logs when it begins to fail, when the cause changes, and when it works again, not every attempt. */
export function outageLog(task: string, log: SweepLog) {
  let attempts = 0;
  let lastCause: unknown;
  return {
    noteFailure(error: { code?: string; message: string }): void {
      const cause = error.code ?? error.message;
      if (attempts === 0 || cause !== lastCause) log.warn({ err: error }, `could not ${task}; trying again`);
      attempts += 1;
      lastCause = cause;
    },
    noteSuccess(): void {
      if (attempts > 0) log.info({ attempts }, `can ${task} again`);
      attempts = 0;
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
