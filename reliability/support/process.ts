import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './directories.ts';

export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** What it has printed, where that is kept. */
  printed: Readonly<Record<'stdout' | 'stderr', string>>;
  /** All it has printed, on both streams. */
  output(): string;
  hasEnded(): boolean;
  /** Sends the signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ProcessOptions {
  env?: Record<string, string>;
  /** For Node itself. */
  nodeFlags?: string[];
  /** The script to run: below dist/, or an absolute path. */
  script?: string;
  args?: string[];
  account?: { uid: number; gid: number };
  /** In a process group of its own, as a terminal gives it to a command. */
  detached?: boolean;
  /** Its output is kept in memory, or written to a file, or thrown away except for standard error, which is shown. */
  prints?: 'kept' | 'complaints' | { file: string };
}

/** Requests are counted and no limit is ever reached: limits are per caller, and here all callers together send too much. */
export const HIGH_RATE_LIMITS = {
  RATE_LIMIT_IP: '999999999/60',
  RATE_LIMIT_TIERS: 'STANDARD=999999999/60,PRO=999999999/60',
};

/** The value of a metric without labels, from the text of the metrics port; NaN when it is not there. */
export const metricIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

interface StartOptions extends ProcessOptions {
  /** Where to listen: it has started once it is ready there. Without a port it chooses one, and has started once it prints it. */
  port?: number;
}

// Long enough for the crash recovery of a full database on a busy machine.
const START_DEADLINE_MS = 60_000;

/** Starts a built program with only the settings given. */
export function launch({
  env,
  nodeFlags = [],
  script = 'start/main.js',
  args = [],
  prints = 'kept',
  ...how
}: ProcessOptions = {}) {
  const file = typeof prints === 'object' ? openSync(prints.file, 'w') : undefined;
  const child: ChildProcess = spawn(process.execPath, [...nodeFlags, resolve(ROOT, 'dist', script), ...args], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: prints === 'kept' ? ['ignore', 'pipe', 'pipe'] : ['ignore', file ?? 'ignore', file ?? 'inherit'],
    detached: how.detached ?? false,
    ...how.account,
  });
  if (file !== undefined) closeSync(file); // the child has its own
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.on('data', (chunk) => {
      printed[stream] += chunk;
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    printed,
    ended,
    output: () => (typeof prints === 'object' ? readFileSync(prints.file, 'utf8') : printed.stdout + printed.stderr),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

type Launched = ReturnType<typeof launch>;

/** Starts the service as a process of its own and waits until it listens. */
export async function startProcess({ port, ...options }: StartOptions = {}): Promise<ServiceProcess> {
  const env = { ...options.env, ...(port !== undefined && { PORT: String(port) }) };
  const launched = launch({ ...options, env });
  const url = port === undefined ? await announcedUrl(launched) : await answeringUrl(launched, port);
  const { ended, ...service } = launched;
  return {
    ...service,
    url,
    async stop(signal = 'SIGTERM') {
      service.child.kill(signal);
      return ended;
    },
  };
}

function announcedUrl({ child, printed, ended, output }: Launched): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const listening = /is listening on (http:\S+)/.exec(printed.stdout);
      if (!listening?.[1]) return;
      child.stdout?.off('data', look); // searching all of a long log for every new line would take minutes
      resolve(listening[1]);
    };
    child.stdout?.on('data', look);
    ended.then((code) => reject(new Error(`the service ended with ${code} before it listened:\n${output()}`)));
  });
}

async function answeringUrl({ child, output, hasEnded }: Launched, port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_DEADLINE_MS;
  while (!(await isReady(url))) {
    const isLate = performance.now() > deadline;
    if (isLate) child.kill('SIGKILL');
    if (isLate || hasEnded()) {
      const what = isLate ? 'does not answer' : `ended with ${child.exitCode ?? child.signalCode} before it answered`;
      throw new Error(`the service ${what}:\n${output()}`);
    }
    await sleep(2);
  }
  return url;
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Runs the operator's command; it never throws. */
export async function runTrips(args: string[], options: Omit<ProcessOptions, 'script' | 'args'> = {}) {
  const { printed, ended } = launch({ ...options, script: 'operator/main.js', args });
  const code = await ended;
  return { code, ...printed };
}

/** Lets a server listen on a free port of this machine, which it resolves with. */
export async function listenAnywhere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * A port that was free a moment ago. It is below 32768: the system takes higher ones for outgoing connections, so they may no
 * longer be free when a server starts later.
 */
export async function freePort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 22_000);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
