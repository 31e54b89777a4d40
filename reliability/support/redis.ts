import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './process.ts';

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export interface TestRedis {
  url: string;
  /** Starts it again, empty, on the same port, with a password if one is given. */
  start(password?: string): Promise<void>;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
  /** It keeps its connections and does not answer. */
  hang(): void;
  wakeUp(): void;
  close(): Promise<void>;
}

/** A real Redis on a free port that stores nothing on disk. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'trips-redis-'));
  let running: Awaited<ReturnType<typeof launchRedis>> | undefined = await launchRedis(port, directory);
  const kill = async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
    running = undefined;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start(password) {
      running = await launchRedis(port, directory, password);
    },
    hang: () => void running?.child.kill('SIGSTOP'),
    wakeUp: () => void running?.child.kill('SIGCONT'),
    async close() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function launchRedis(port: number, directory: string, password = '') {
  const options = { port, bind: '127.0.0.1', dir: directory, save: '', appendonly: 'no', requirepass: password };
  const child = spawn(
    'redis-server',
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ready to accept connections')) resolve();
    });
    ended.then(() => reject(new Error(`redis-server ended before it was ready:\n${printed}`)));
  });
  return { child, ended };
}
