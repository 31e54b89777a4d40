import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCountFolding } from '../../src/trips/countFolding.ts';
import { startIdempotencySweep } from '../../src/trips/idempotencySweep.ts';
import { databaseWith } from '../support/answers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const logged: unknown[][] = [];
const log = {
  warn: (...line: unknown[]) => void logged.push(['warn', ...line]),
  info: (...line: unknown[]) => void logged.push(['info', ...line]),
  debug: (...line: unknown[]) => void logged.push(['debug', ...line]),
} as never;
beforeEach(() => {
  logged.length = 0;
});

const failing = { query: () => Promise.reject(new Error('no database')) } as never;

describe('counts of release 1.0', () => {
  const THERE = { there: true };

  it('are added up every second, as long as there is a full step to add', async () => {
    const { database, statements } = databaseWith(THERE, { folded: 1_000 }, THERE, { folded: 999 }, THERE, {
      folded: 0,
    });
    const folding = startCountFolding(database, log);
    await vi.advanceTimersByTimeAsync(999);
    expect(statements.length).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(statements.length).toBe(4);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(statements.length).toBe(6);
    await folding.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(statements.length).toBe(6);
  });

  it('are not asked for again once their tables are gone', async () => {
    const { database, statements } = databaseWith({ there: false });
    const folding = startCountFolding(database, log);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(statements.length).toBe(1);
    await folding.stop();
  });

  it('are left to the next step when the service stops', async () => {
    const { database, statements } = databaseWith(THERE, { folded: 1_000 }, THERE, { folded: 1_000 });
    const folding = startCountFolding(database, log);
    vi.advanceTimersByTime(1_000);
    await folding.stop();
    expect(statements.length).toBe(2);
  });

  it('are tried again after a failure, which is logged', async () => {
    const folding = startCountFolding(failing, log);
    await vi.advanceTimersByTimeAsync(2_000);
    const line = ['warn', { err: new Error('no database') }, 'could not add up trip counts; trying again'];
    expect(logged).toEqual([line]);
    await folding.stop();
  });

  it('fail with one line per cause, and another when they work again', async () => {
    const answer = { rows: [{ there: true, folded: 0 }] };
    const outcomes = [
      new Error('away'),
      new Error('away'),
      new Error('read-only'),
      new Error('read-only'),
      answer,
      answer,
      answer,
      answer,
    ];
    const query = async () => {
      const outcome = outcomes.shift();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    const folding = startCountFolding({ query } as never, log);
    await vi.advanceTimersByTimeAsync(6_000);
    const couldNot = 'could not add up trip counts; trying again';
    expect(logged).toEqual([
      ['warn', { err: new Error('away') }, couldNot],
      ['warn', { err: new Error('read-only') }, couldNot],
      ['info', { attempts: 4 }, 'can add up trip counts again'],
    ]);
    await folding.stop();
  });
});

describe('expired idempotency keys', () => {
  it('are deleted every minute, which is logged for who looks closely', async () => {
    const { database } = databaseWith([{}, {}, {}]);
    const sweep = startIdempotencySweep(database, log);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(logged).toEqual([['debug', { swept: 3 }, 'expired idempotency keys deleted']]);
    await sweep.stop();
  });

  it('are tried again after a failure, which is logged', async () => {
    const sweep = startIdempotencySweep(failing, log);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(logged).toEqual([
      ['warn', { err: new Error('no database') }, 'could not delete expired idempotency keys; trying again'],
    ]);
    await sweep.stop();
  });
});
