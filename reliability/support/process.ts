import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './root.ts';

export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** All it has printed, on both streams. */
  output(): string;
  /** Sends the signal and waits for the end; answers with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ProcessOptions {
  env?: Record<string, string>;
  /** The script below dist/ to run. */
  script?: string;
  args?: string[];
  account?: { uid: number; gid: number };
  /** In a process group of its own, as a terminal gives it to a command. */
  detached?: boolean;
}

/** Starts a built program with only the settings given, wherever it is started from. */
export function launch({ env = {}, script = 'main.js', args = [], account, detached = false }: ProcessOptions = {}) {
  const child = spawn(process.execPath, [join(ROOT, 'dist', script), ...args], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
    ...account,
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, printed, ended };
}

/** Starts the service as a process of its own and waits until it listens. */
export async function startProcess(options: ProcessOptions = {}): Promise<ServiceProcess> {
  const { child, printed, ended } = launch(options);
  const output = () => printed.stdout + printed.stderr;
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const listening = /is listening on (http:\S+)/.exec(printed.stdout);
      if (listening?.[1]) resolve(listening[1]);
    });
    ended.then((code) => reject(new Error(`the service ended with ${code} before it listened:\n${output()}`)));
  });
  return {
    url,
    child,
    output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs the operator's command; it never throws. */
export async function runTrips(args: string[], options: Omit<ProcessOptions, 'script' | 'args'> = {}) {
  const { printed, ended } = launch({ ...options, script: 'operator/main.js', args });
  const code = await ended;
  return { code, ...printed };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
