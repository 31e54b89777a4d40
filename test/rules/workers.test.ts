import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createLogger, shortened } from '../../src/start/log.ts';
import { loadSettings } from '../../src/start/settings.ts';
import { countExits, restartDelayMs, WorkerPool } from '../../src/start/workers/workerPool.ts';

describe('WORKERS', () => {
  it.each([
    ['', 1],
    ['1', 1],
    ['64', 64],
    ['auto', Math.min(availableParallelism(), 64)],
  ])('set to "%s" is %i', (WORKERS, workers) => {
    expect(loadSettings({ WORKERS }).workers).toBe(workers);
  });

  it.each(['0', '65', '1.5', '-1', 'many'])('cannot be %s', (WORKERS) => {
    const fault = `settings: WORKERS must be a whole number from 1 to 64, or auto (it is "${WORKERS}")`;
    expect(() => loadSettings({ WORKERS })).toThrow(fault);
  });
});

describe('the delay before a worker is replaced', () => {
  it('is none at first, then doubles, up to ten seconds', () => {
    const delays = Array.from({ length: 9 }, (_, index) => restartDelayMs(index + 1));
    expect(delays).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('is none again once a worker has served for long', () => {
    expect(countExits(4, 9_999)).toBe(5);
    expect(countExits(4, 10_000)).toBe(1);
  });
});

describe('a pool that is stopped', () => {
  it('does not wait for a worker that could not be started', async () => {
    const unstarted = Object.assign(new EventEmitter(), { process: {}, isConnected: () => false });
    const pool = new WorkerPool({
      size: 1,
      fork: () => unstarted as unknown as Worker,
      config: { target: { host: '', user: '', database: '' }, poolSize: 1, port: 0 },
      log: createLogger('silent'),
      signal: new AbortController().signal,
      onServing: () => {},
      onExit: () => {},
      onMessage: () => {},
    });
    const started = pool.start();
    const stopped = pool.stop();
    unstarted.emit('error', new Error('spawn EAGAIN'));
    await stopped;
    await expect(started).rejects.toThrow('a worker exited before it could serve (spawn EAGAIN)');
  });
});

describe('a line of the log of several processes', () => {
  const lineOf = (entry: Record<string, unknown>) => `${JSON.stringify(entry)}\n`;

  it('is left as it is while a pipe takes it in one piece', () => {
    const line = lineOf({ level: 30, msg: 'x'.repeat(4_000) });
    expect(shortened(line)).toBe(line);
  });

  it.each(['x', '\u0001', '€', '"'])('is shortened when it is longer, and keeps what matters (%j)', (character) => {
    const text = character.repeat(5_000);
    const err = { type: 'Error', code: '57014', message: text, stack: text, cause: { message: text } };
    const line = shortened(lineOf({ level: 50, time: 'now', requestId: 'a'.repeat(128), err, msg: text }));
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(4_096);
    expect(line.endsWith('}\n')).toBe(true);
    const { level, time, requestId, err: kept, msg } = JSON.parse(line);
    expect([level, time, requestId]).toEqual([50, 'now', 'a'.repeat(128)]);
    expect(text).toContain(kept.message);
    expect(text).toContain(msg);
    expect(kept.code).toBe('57014');
  });
});
