import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../reliability/support/process.ts';
import { ROOT } from '../../reliability/support/root.ts';

export interface RunningService {
  pid: number;
  port: number;
  /** From its spawn until it answered for the first time. */
  startedInMs: number;
  stop(): Promise<void>;
}

// Long enough for the crash recovery of a full database on a busy machine.
const START_DEADLINE_MS = 60_000;

/** The built service as users run it, but for its limits; its log is written and thrown away, its complaints are shown. */
export async function startService(env: Record<string, string>, nodeOptions: string[] = []): Promise<RunningService> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, 'dist', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMIT_IP: 'off',
      RATE_LIMIT_TIERS: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let exit: unknown;
  const ended = once(child, 'exit').then(([code, signal]) => {
    exit = code ?? signal;
  });
  while (!(await answers(port))) {
    if (exit !== undefined) throw new Error(`the service ended (${exit}) before it answered`);
    if (performance.now() - startedAt > START_DEADLINE_MS) throw new Error('the service does not answer');
    await sleep(2);
  }
  return {
    pid: child.pid ?? 0,
    port,
    startedInMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
