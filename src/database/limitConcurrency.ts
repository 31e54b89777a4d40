import { ApiError } from '../errors.ts';
import type { Database } from './connection.ts';

interface ConcurrencyLimits {
  perAccount: number;
  total: number;
  /** Beyond that, an account's calls are refused: it asks faster than it can be answered. */
  waitingPerAccount: number;
  /** After that, a call is refused: the service is overloaded. */
  timeoutMs: number;
}

const refused = (code: 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE') =>
  new ApiError(code, { headers: { 'retry-after': '1' } });

/** Limits how many calls run at once, in all and for one account. The rest wait; accounts take turns. */
export function limitConcurrency<Question extends { accountId: string }, Answer>(
  run: (question: Question) => Promise<Answer>,
  limits: ConcurrencyLimits,
): (question: Question) => Promise<Answer> {
  // The account whose turn is next comes first.
  const waiting = new Map<string, (() => void)[]>();
  const running: string[] = [];

  const isFree = (accountId: string) => running.filter((each) => each === accountId).length < limits.perAccount;

  function startNext(): void {
    if (running.length >= limits.total) return;
    const accountId = [...waiting.keys()].find(isFree);
    if (accountId === undefined) return;
    const [start, ...rest] = waiting.get(accountId) ?? [];
    waiting.delete(accountId);
    if (rest.length > 0) waiting.set(accountId, rest);
    running.push(accountId);
    start?.();
  }

  function turnOf(accountId: string): Promise<void> {
    const queue = waiting.get(accountId) ?? [];
    if (queue.length >= limits.waitingPerAccount) throw refused('RATE_LIMITED');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const rest = (waiting.get(accountId) ?? []).filter((each) => each !== start);
        if (rest.length > 0) waiting.set(accountId, rest);
        else waiting.delete(accountId);
        reject(refused('SERVICE_UNAVAILABLE'));
      }, limits.timeoutMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.set(accountId, [...queue, start]);
      startNext();
    });
  }

  return async (question) => {
    const { accountId } = question;
    await turnOf(accountId);
    try {
      return await run(question);
    } finally {
      running.splice(running.indexOf(accountId), 1);
      startNext();
    }
  };
}

// A list of a million trips takes half a second.
const LARGE_READS = { perAccount: 1, total: 2, waitingPerAccount: 20, timeoutMs: 5_000 };

/**
 * For reads that may go through a large part of an account's rows: one at a time per account and two per process, so that
 * they leave the database to everything else. A process with few connections keeps two of them for that.
 */
export function limitLargeReads<Question extends { accountId: string }, Answer>(
  { pool }: Pick<Database, 'pool'>,
  run: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  return limitConcurrency(run, {
    ...LARGE_READS,
    total: Math.max(1, Math.min(LARGE_READS.total, pool.options.max - 2)),
  });
}
