import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ServiceUnderTest {
  name: string;
  port: number;
  /** Sends a signal to the process that runs now. */
  signal(signal: NodeJS.Signals): void;
  /** Steps its clock; a process started later begins at the true time. */
  stepClock(offsetMs: number): void;
  /** Times it ended without having been told to, and what it said last. */
  crashes: string[];
  starts(): number;
  /** The last lines it printed. */
  lastWords(): string;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./steppedService.js', import.meta.url));
// What a supervisor such as systemd or Kubernetes waits before it starts a process again.
const PAUSE_MS = 200;
const KEPT_OUTPUT = 20_000;

/** A service process, started again whenever it ends, as a supervisor would. */
export async function superviseService(
  name: string,
  port: number,
  env: Record<string, string>,
): Promise<ServiceUnderTest> {
  const crashes: string[] = [];
  let starts = 0;
  let closing = false;
  let output = '';
  let child: ChildProcess;
  let wasTold = false;

  const start = (): Promise<void> =>
    new Promise((listens, reject) => {
      starts += 1;
      wasTold = false;
      let isListening = false;
      const begun = fork(PROGRAM, {
        env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = begun;
      const note = (chunk: Buffer) => {
        output = (output + chunk).slice(-KEPT_OUTPUT);
        if (isListening || !String(chunk).includes('is listening on')) return;
        isListening = true;
        listens();
      };
      begun.stdout?.on('data', note);
      begun.stderr?.on('data', note);
      begun.on('exit', (code, signal) => {
        if (closing) return;
        if (starts === 1 && !isListening) return reject(new Error(`service ${name} does not start: ${output}`));
        // One that cannot start because the database is away says so and ends; that is its right.
        if (!wasTold && isListening)
          crashes.push(`service ${name} ended with ${code ?? signal}: ${output.slice(-2_000)}`);
        setTimeout(() => (closing ? undefined : start().then(listens)), PAUSE_MS);
      });
    });

  await start();
  return {
    name,
    port,
    crashes,
    starts: () => starts,
    lastWords: () => output,
    signal(signal) {
      if (signal === 'SIGKILL' || signal === 'SIGTERM') wasTold = true;
      child.kill(signal);
    },
    stepClock(offsetMs) {
      if (child.connected) child.send({ offsetMs }, () => {}); // a process that has just been killed takes no message
    },
    async close() {
      closing = true;
      const isRunning = child.exitCode === null && child.signalCode === null;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      if (isRunning) await once(child, 'exit');
    },
  };
}
