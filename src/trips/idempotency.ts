import { LRUCache } from 'lru-cache';
import { sha256 } from '../sha256.ts';

/** What makes two requests the same: method, path and parsed body. Neither the order of members nor white space matters. */
export function fingerprint(method: string, path: string, body: unknown): Buffer {
  return sha256(`${method} ${path}\n${JSON.stringify(inOrderOfNames(body ?? null))}`);
}

function inOrderOfNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrderOfNames);
  const names = Object.keys(value).sort() as (keyof typeof value)[];
  return Object.fromEntries(names.map((name) => [name, inOrderOfNames(value[name])]));
}

const nameOf = (accountId: string, key: string) => `${accountId} ${key}`;

// Each takes about 300 bytes.
const REMEMBERED_KEYS = 40_000;

/** Keys for which this process has recently seen a response: a hint where to look first, never the response itself. */
export class AnsweredKeys {
  readonly #keys = new LRUCache<string, true>({ max: REMEMBERED_KEYS });

  note(accountId: string, key: string): void {
    this.#keys.set(nameOf(accountId, key), true);
  }

  has(accountId: string, key: string): boolean {
    return this.#keys.has(nameOf(accountId, key));
  }
}

/**
 * The keys whose requests this process is executing now. A second request with such a key may check for a response,
 * but must not execute. Between processes, the database decides.
 */
export class RunningKeys {
  readonly #running = new Set<string>();

  /** Runs `work` with true if it is the one to execute. */
  async run<Result>(accountId: string, key: string, work: (mayExecute: boolean) => Promise<Result>): Promise<Result> {
    const name = nameOf(accountId, key);
    if (this.#running.has(name)) return work(false);
    this.#running.add(name);
    try {
      return await work(true);
    } finally {
      this.#running.delete(name);
    }
  }
}
