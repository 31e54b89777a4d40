import { type Count, type Counted, countInMemory, type Policy } from './counting.ts';
import { type SharedCounters, watchCounters } from './sharedCounters.ts';

/** A batch of requests to count: limit and key alternately. */
export type CountQuestion = string[];
/** Three numbers per request: what remains, the milliseconds to the next window, and 1 if the limit is exceeded. */
export type CountAnswer = number[];

/** Sends a question to the process that counts for all; answers come in the order of the questions. */
export type AskToCount = (question: CountQuestion, onAnswer: (answer: CountAnswer) => void) => void;

// Longer than for Redis: the counting process is on this machine and does little else, so it is late only when the
// whole machine is, and then an exact count is worth the wait.
const TIMEOUT_MS = 1_000;

/** A limit as one string, so that the counting process needs no settings. */
const encodePolicy = ({ name, rule }: Policy) => `${name} ${rule.requests}/${rule.seconds}`;

/** Appended to a limit's string: read without counting. */
const PEEK = ' peek';

function decodePolicy(encoded: string): Policy {
  const [name = '', rate = ''] = encoded.split(' ');
  const [requests, seconds] = rate.split('/').map(Number);
  return { name, rule: { requests: requests ?? 0, seconds: seconds ?? 0 } };
}

/** The counters for all processes. */
export function createCounters(): (question: CountQuestion) => Promise<CountAnswer> {
  const counters = new Map<string, Count>();
  const counterOf = (encoded: string): Count => {
    const counter = counters.get(encoded) ?? countInMemory(decodePolicy(encoded));
    counters.set(encoded, counter);
    return counter;
  };
  const ask = (encoded: string, key: string) =>
    encoded.endsWith(PEEK) ? counterOf(encoded.slice(0, -PEEK.length))(key, 0) : counterOf(encoded)(key);
  return async (question) => {
    const counts: Promise<Counted>[] = [];
    for (let at = 0; at < question.length; at += 2) counts.push(ask(question[at] ?? '', question[at + 1] ?? ''));
    return (await Promise.all(counts)).flatMap(({ remaining, msBeforeNext, isExceeded }) => [
      remaining,
      msBeforeNext,
      isExceeded ? 1 : 0,
    ]);
  };
}

interface Waiting {
  limit: string;
  key: string;
  settle(counted: Counted): void;
  fail(error: Error): void;
}

/**
 * Counts every request in the one process that counts for all. The requests of one event-loop turn share one message,
 * since a message costs far more than a count. While an answer is missing nothing more is asked; when it arrives,
 * however late, the other process is back.
 */
export function countInPrimary(
  name: string,
  ask: AskToCount,
  log: Parameters<typeof watchCounters>[1],
  timeoutMs = TIMEOUT_MS,
): SharedCounters {
  const watch = watchCounters(name, log);
  let gathered: Waiting[] = [];

  function send(): void {
    const batch = gathered;
    gathered = [];
    let isOver = false;
    const giveUp = () => {
      if (isOver) return;
      for (const { fail } of batch) fail(new Error(`no answer in ${timeoutMs} ms`));
    };
    // The answer may have arrived while this process was busy: it is read before an immediate, but after a timer.
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    ask(
      batch.flatMap(({ limit, key }) => [limit, key]),
      (answer) => {
        isOver = true;
        clearTimeout(timer);
        watch.noteSuccess();
        for (const [index, { settle }] of batch.entries()) settle(countedAt(answer, index));
      },
    );
  }

  return {
    ...watch,
    name,
    counterOf(policy) {
      const encoded = encodePolicy(policy);
      return (key, points) => {
        if (watch.isUnavailable()) return Promise.reject(new Error('no answer yet'));
        return new Promise((settle, fail) => {
          const limit = points === 0 ? encoded + PEEK : encoded;
          if (gathered.push({ limit, key, settle, fail }) === 1) setImmediate(send);
        });
      };
    },
  };
}

const countedAt = (answer: CountAnswer, index: number): Counted => ({
  remaining: answer[3 * index] ?? 0,
  msBeforeNext: answer[3 * index + 1] ?? 0,
  isExceeded: answer[3 * index + 2] === 1,
});
