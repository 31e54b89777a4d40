import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServiceUnderTest {
  name: string;
  port: number;
  /** Sends a signal to the process that runs now. */
  signal(signal: NodeJS.Signals): void;
  /** Steps its clock; a restarted process has the true time. */
  stepClock(offsetMs: number): void;
  /** Each time it ended without a signal, with its last output. */
  crashes: string[];
  /** What it logged with a response 500: one line for each kind of error. */
  internalErrors(): string[];
  starts(): number;
  recentOutput(): string;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./steppedService.js', import.meta.url));
// As a supervisor such as systemd or Kubernetes waits.
const RESTART_DELAY_MS = 200;
const KEPT_OUTPUT = 20_000;

/** A service process that is restarted whenever it ends, as a supervisor would do. */
export async function superviseService(
  name: string,
  port: number,
  env: Record<string, string>,
): Promise<ServiceUnderTest> {
  const crashes: string[] = [];
  let starts = 0;
  let closing = false;
  let output = '';
  const internalErrors = new Map<string, string>();
  const print = (line: string) => {
    output = `${output}${line}\n`.slice(-KEPT_OUTPUT);
    const kind = kindOfInternalError(line);
    if (kind !== undefined && !internalErrors.has(kind)) internalErrors.set(kind, line);
  };
  const start = () => {
    starts += 1;
    const begun = beginRun(port, env, print);
    begun.child.on('exit', (code, signal) => {
      if (closing) return;
      // A process that cannot start because the database is down may end.
      if (begun.isListening && !begun.wasSignalled)
        crashes.push(`service ${name} ended with ${code ?? signal}: ${output.slice(-2_000)}`);
      setTimeout(() => {
        if (!closing) run = start();
      }, RESTART_DELAY_MS);
    });
    return begun;
  };

  let run = start();
  if (!(await run.started)) {
    closing = true;
    throw new Error(`service ${name} does not start: ${output}`);
  }
  return {
    name,
    port,
    crashes,
    internalErrors: () => [...internalErrors.values()],
    starts: () => starts,
    recentOutput: () => output,
    signal(signal) {
      if (signal === 'SIGKILL' || signal === 'SIGTERM') run.wasSignalled = true;
      run.child.kill(signal);
    },
    stepClock(offsetMs) {
      if (run.child.connected) run.child.send({ offsetMs }, () => {}); // a process that has just been killed takes no message
    },
    async close() {
      closing = true;
      const { child } = run;
      const isRunning = child.exitCode === null && child.signalCode === null;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      if (isRunning) await once(child, 'exit');
    },
  };
}

interface Run {
  child: ChildProcess;
  isListening: boolean;
  wasSignalled: boolean;
  /** Resolves with whether it came to listen. */
  started: Promise<boolean>;
}

function beginRun(port: number, env: Record<string, string>, print: (line: string) => void): Run {
  const child = fork(PROGRAM, {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const started = new Promise<boolean>((settle) => {
    const note = (line: string) => {
      print(line);
      run.isListening ||= line.includes('is listening on');
      if (run.isListening) settle(true);
    };
    for (const output of [child.stdout, child.stderr]) if (output) createInterface(output).on('line', note);
    child.on('exit', () => settle(false));
  });
  const run: Run = { child, isListening: false, wasSignalled: false, started };
  return run;
}

/** Undefined if the line is not about a response 500. */
export function kindOfInternalError(line: string): string | undefined {
  if (!line.includes('"INTERNAL_ERROR"')) return undefined;
  try {
    const { err } = JSON.parse(line) as { err?: { code?: string; message?: string } };
    return `${err?.code} ${err?.message}`;
  } catch {
    return line; // the process was killed while it wrote the line
  }
}
