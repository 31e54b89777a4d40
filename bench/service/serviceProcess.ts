import { freePort, startProcess } from '../../reliability/support/process.ts';

export interface RunningService {
  pid: number;
  port: number;
  /** From its spawn until it answered for the first time. */
  startedInMs: number;
  stop(): Promise<void>;
}

/** The built service as users run it, but for its limits; its log is written and thrown away. */
export async function startService(env: Record<string, string>, nodeFlags: string[] = []): Promise<RunningService> {
  const port = await freePort();
  const startedAt = performance.now();
  const { child, stop } = await startProcess({
    port,
    env: { RATE_LIMIT_IP: 'off', RATE_LIMIT_TIERS: 'off', LOG_LEVEL: 'info', ...env },
    nodeFlags,
    prints: 'complaints',
  });
  return {
    pid: child.pid ?? 0,
    port,
    startedInMs: performance.now() - startedAt,
    stop: async () => void (await stop()),
  };
}
