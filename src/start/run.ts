import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { OperatorFault } from '../fault.ts';
import type { Tracer } from '../tracing.ts';
import { createLogger, flushed, wholeLines } from './log.ts';
import { type StartContext, startSingleProcess } from './service.ts';
import { loadSettings, type Settings } from './settings.ts';
import { startPrimary } from './workers/primary.ts';
import { openChannel, startWorker } from './workers/worker.ts';

/** What differs between a single process, the primary and a worker. */
interface Role {
  start(context: StartContext): Promise<void>;
  createLogger(level: string): Logger;
  /** Calls back, with the reason, each time the process is asked to stop. */
  onStopRequest(stop: (reason: string) => void): void;
  stopLevel: 'info' | 'debug';
  reportFailure(text: string): Promise<void> | void;
}

const singleProcess: Role = {
  start: startSingleProcess,
  createLogger,
  onStopRequest: onSignal,
  stopLevel: 'info',
  reportFailure: (text) => void process.stderr.write(`trip-booking-api: ${text}\n`),
};

const createSharedLogger = (level: string) => createLogger(level, wholeLines());

const primary: Role = { ...singleProcess, start: startPrimary, createLogger: createSharedLogger };

function worker(): Role {
  const channel = openChannel();
  return {
    start: (context) => startWorker(context, channel),
    createLogger: createSharedLogger,
    onStopRequest(stop) {
      onSignal(() => {}); // Ctrl-C reaches every process, but only the primary knows when no connection is left to hand over
      channel.on('stop', () => stop('the primary process'));
    },
    stopLevel: 'debug', // the primary logs the stop
    reportFailure: (reason) => channel.send({ kind: 'failed', reason }),
  };
}

function roleOf({ workers }: Settings): Role {
  if (workers === 1) return singleProcess;
  return cluster.isPrimary ? primary : worker();
}

/** SIGHUP comes from a terminal that is closed. */
function onSignal(callback: (signal: string) => void): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, callback);
}

/** Closed in reverse order. */
const opened: (() => Promise<unknown> | unknown)[] = [];
const notReady: (() => void)[] = [];
const onDrain: StartContext['onDrain'] = (sayNotReady) => void notReady.push(sayNotReady);
const onOpened: StartContext['onOpened'] = (close) => void opened.push(close);
let isStopping = false;
const stopRequested = new AbortController();
const drainInterrupted = new AbortController();

/** Runs the service as this process, until a signal ends it. */
export async function runService(environment: NodeJS.ProcessEnv, clock: Clock): Promise<void> {
  let role = singleProcess;
  try {
    const settings = loadSettings(environment);
    role = roleOf(settings);
    const log = role.createLogger(settings.logLevel);
    if (cluster.isPrimary) for (const text of settings.misspelt) log.warn(text);
    const { start, stopLevel } = role;
    // Started only after the signal handlers are in place, so that an early signal still stops what was started.
    const started = Promise.resolve().then(async () => {
      const tracer = await openTracer(settings, log);
      return start({ settings, clock, log, tracer, signal: stopRequested.signal, onOpened, onDrain });
    });
    role.onStopRequest((reason) => {
      stopRequested.abort();
      if (!['SIGTERM', 'SIGHUP'].includes(reason)) drainInterrupted.abort();
      started.then(
        () => stop(log, stopLevel, reason, settings),
        () => {}, // a failed start ends the process itself
      );
    });
    await started;
  } catch (error) {
    await fail(error, role);
  }
}

/** Its packages are loaded only if they are used. Closed last, so that the last spans are exported too. */
async function openTracer({ exportsTraces }: Settings, log: Logger): Promise<Tracer | undefined> {
  if (!exportsTraces) return undefined;
  const { openTelemetry } = await import('./openTelemetry.ts');
  const { tracer, close } = openTelemetry(log);
  onOpened(close);
  return tracer;
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

async function stop(log: Logger, level: Role['stopLevel'], reason: string, { drainSeconds }: Settings): Promise<void> {
  if (isStopping) return; // a terminal and npm may both pass on the same Ctrl-C
  isStopping = true;
  if (drainSeconds > 0 && !drainInterrupted.signal.aborted) await drain(log, drainSeconds);
  log[level]({ signal: reason }, 'stopping: no new connections, finishing running requests');
  await closeAll();
  log[level]('stopped');
  await flushed(log);
  process.exit(0);
}

/** After SIGTERM or SIGHUP, load balancers get time to send requests elsewhere. Ctrl-C ends the wait. */
async function drain(log: Logger, seconds: number): Promise<void> {
  log.info({ seconds }, 'draining: no longer ready, still accepting requests');
  for (const sayNotReady of notReady) sayNotReady();
  await sleep(seconds * 1000, undefined, { signal: drainInterrupted.signal }).catch(() => {});
}

async function fail(error: unknown, { reportFailure }: Role): Promise<never> {
  if (error === stopRequested.signal.reason) return process.exit(0); // asked to stop while waiting for the database
  await reportFailure(error instanceof OperatorFault ? error.message : ((error as Error).stack ?? String(error)));
  await closeAll().catch(() => {});
  process.exit(1);
}
