import type { Logger } from 'pino';
import type { ServiceDependencies } from './startSteps.ts';

/** What a process of the service is there for, and whom it answers to. */
export interface Role {
  start(dependencies: ServiceDependencies): Promise<void>;
  createLogger(level: string): Logger;
  /** Calls back, with the reason, each time the process is told to stop. */
  onStopAsked(stop: (toldBy: string) => void): void;
  /** How loudly it says that it stops. */
  stopLevel: 'info' | 'debug';
  /** Tells why the process could not start. */
  complain(text: string): Promise<void> | void;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export function stopOnSignals(stop: (toldBy: string) => void): void {
  for (const signal of SIGNALS) process.on(signal, () => stop(signal));
}

export function ignoreSignals(): void {
  stopOnSignals(() => {});
}

export function complainToOperator(text: string): void {
  process.stderr.write(`trip-booking-api: ${text}\n`);
}
