import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { OperatorFault } from './fault.ts';
import { createLogger, flushed } from './log.ts';
import { complainToOperator, type Role, stopOnSignals } from './role.ts';
import { startService } from './service.ts';
import { loadSettings, type Settings } from './settings.ts';
import { firstProcess, worker } from './workers/roles.ts';

/** What was opened, in order; closed in the opposite order. */
const opened: (() => Promise<unknown> | unknown)[] = [];
let isStopping = false;
const stopAsked = new AbortController();

const singleProcess: Role = {
  start: startService,
  createLogger,
  onStopAsked: stopOnSignals,
  stopLevel: 'info',
  complain: complainToOperator,
};

function roleOf({ workers }: Settings): Role {
  if (workers === 1) return singleProcess;
  return cluster.isPrimary ? firstProcess : worker();
}

/** Runs the service as this process, until a signal ends it. */
export async function runService(environment: NodeJS.ProcessEnv, clock: Clock): Promise<void> {
  let role = singleProcess;
  try {
    const settings = loadSettings(environment);
    role = roleOf(settings);
    const log = role.createLogger(settings.logLevel);
    const { start, stopLevel } = role;
    // Not before the signals are taken care of: one that comes early must still stop what was started.
    const started = Promise.resolve().then(() =>
      start({ settings, clock, log, signal: stopAsked.signal, onOpened: (close) => opened.push(close) }),
    );
    role.onStopAsked((toldBy) => {
      stopAsked.abort();
      started.then(
        () => stop(log, stopLevel, toldBy),
        () => {}, // a start that failed ends by itself
      );
    });
    await started;
  } catch (error) {
    await fail(error, role);
  }
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

async function stop(log: Logger, level: Role['stopLevel'], toldBy: string): Promise<void> {
  if (isStopping) return; // a terminal and npm may both pass on the same Ctrl-C
  isStopping = true;
  log[level]({ signal: toldBy }, 'stopping: no new connections, finishing what runs');
  await closeAll();
  log[level]('stopped');
  await flushed(log);
  process.exit(0);
}

async function fail(error: unknown, { complain }: Role): Promise<never> {
  if (error === stopAsked.signal.reason) return process.exit(0); // it waited for its database, and was told to stop
  await complain(error instanceof OperatorFault ? error.message : ((error as Error).stack ?? String(error)));
  await closeAll().catch(() => {});
  process.exit(1);
}
