import { setTimeout as sleep } from 'node:timers/promises';
import { HIGH_RATE_LIMITS, type ProcessOptions } from '../../reliability/support/process.ts';
import { type KeptAnswer, type KeptConnection, keepConnection } from './keepAlive.ts';
import { type LiveService, startLive } from './liveService.ts';

/** A service of several processes, as its log and its connections show it. */
export interface LivePool extends LiveService {
  /** Process id by worker number. */
  workers(): Map<number, number>;
  /** The log's lines with this message. */
  logged(message: string): Record<string, unknown>[];
  /** Connections, which go to the workers in turn. */
  connect(count: number): KeptConnection[];
  close(): Promise<void>;
}

export async function startPool(options: ProcessOptions = {}, apiKey?: string): Promise<LivePool> {
  const env = { WORKERS: '2', ...HIGH_RATE_LIMITS, ...options.env };
  const service = await startLive({ ...options, env }, apiKey);
  const logged = (message: string) => linesOf(service.output()).filter(({ msg }) => msg === message);
  const workers = () => new Map(logged('worker is serving').map(({ worker, pid }) => [Number(worker), Number(pid)]));
  while (workers().size < Number(env.WORKERS)) await sleep(10); // the log may come after the welcome text
  const connections: KeptConnection[] = [];
  return {
    ...service,
    logged,
    workers,
    connect(count) {
      const made = Array.from({ length: count }, () => keepConnection(service.url));
      connections.push(...made);
      return made;
    },
    async close() {
      for (const connection of connections) connection.close();
      service.child.kill('SIGCONT'); // a test may have halted it
      await service.stop('SIGKILL');
      while ([...workers().values()].some(isAlive)) await sleep(10);
    },
  };
}

/** The log's lines; what is not JSON is the welcome text. */
export function linesOf(output: string): Record<string, unknown>[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Lists trips on every connection at once, this many times on each. */
export async function listOn(connections: KeptConnection[], apiKey: string, times: number): Promise<KeptAnswer[]> {
  const answers = connections.map(async (connection) => {
    const own: KeptAnswer[] = [];
    for (let turn = 0; turn < times; turn += 1)
      own.push(await connection.send('GET', '/v1/trips', { authorization: `Bearer ${apiKey}` }));
    return own;
  });
  return (await Promise.all(answers)).flat();
}
