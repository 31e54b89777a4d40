import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, startProcess } from '../../reliability/support/process.ts';

export interface RunningService {
  pid: number;
  port: number;
  /** From its spawn until its first response. */
  startedInMs: number;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  nodeFlags?: string[];
  /** The script of another build. */
  script?: string;
}

/** The built service as users run it, except that rate limits are off; its log is written and discarded. */
export async function startService(env: Record<string, string>, options: ServiceOptions = {}): Promise<RunningService> {
  const port = await freePort();
  const startedAt = performance.now();
  const { child, stop } = await startProcess({
    port,
    env: { RATE_LIMIT_IP: 'off', RATE_LIMIT_TIERS: 'off', LOG_LEVEL: 'info', ...env },
    prints: 'complaints',
    ...options,
  });
  return {
    pid: child.pid ?? 0,
    port,
    startedInMs: performance.now() - startedAt,
    stop: async () => void (await stop()),
  };
}

/** The script in `dist` that starts the service. Release 1.0 has it at the top. */
export function entryOf(dist: string): string {
  const entry = ['start/main.js', 'main.js'].map((name) => join(resolve(dist), name)).find((path) => existsSync(path));
  if (entry === undefined) throw new Error(`${dist} has neither start/main.js nor main.js`);
  return entry;
}
