import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { createLogger, flushed } from './log.ts';
import { startService } from './service.ts';
import { loadSettings } from './settings.ts';
import { StartupFault } from './startupFault.ts';

/** What was opened, in order; closed in the opposite order. */
const opened: (() => Promise<unknown> | unknown)[] = [];
let isStopping = false;
const stopAsked = new AbortController();

/** Runs the service as this process, until a signal ends it. */
export async function runService(environment: NodeJS.ProcessEnv, clock: Clock): Promise<void> {
  try {
    const settings = loadSettings(environment);
    const log = createLogger(settings.logLevel);
    // Not before the signals are taken care of: one that comes early must still stop what was started.
    const started = Promise.resolve().then(() =>
      startService({ settings, clock, log, signal: stopAsked.signal, onOpened: (close) => opened.push(close) }),
    );
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        stopAsked.abort();
        started.then(
          () => stop(log, signal),
          () => {}, // a start that failed ends by itself
        );
      });
    await started;
  } catch (error) {
    await fail(error);
  }
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

async function stop(log: Logger, signal: string): Promise<void> {
  if (isStopping) return; // a terminal and npm may both pass on the same Ctrl-C
  isStopping = true;
  log.info({ signal }, 'stopping: no new connections, finishing what runs');
  await closeAll();
  log.info('stopped');
  await flushed(log);
  process.exit(0);
}

async function fail(error: unknown): Promise<never> {
  if (error === stopAsked.signal.reason) return process.exit(0); // it waited for its database, and was told to stop
  const text = error instanceof StartupFault ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`trip-booking-api: ${text}\n`);
  await closeAll().catch(() => {});
  process.exit(1);
}
