import { hash } from 'node:crypto';

/**
 * What makes two requests the same: method, path and parsed body. Members are put in order before hashing, so neither
 * their order nor white space matters.
 */
export function fingerprint(method: string, path: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${path}\n${JSON.stringify(inOrderOfNames(body ?? null))}`, 'buffer');
}

function inOrderOfNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrderOfNames);
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) ordered[name] = inOrderOfNames(value[name as keyof typeof value]);
  return ordered;
}

const nameOf = (accountId: string, key: string) => `${accountId} ${key}`;

// Two generations of this size take 13 MiB.
const KEYS_A_GENERATION = 20_000;

/**
 * Keys that this process has lately seen answered: a hint where to look first, never an answer. The older half is
 * forgotten whenever the younger one is full.
 */
export class AnsweredKeys {
  #young = new Set<string>();
  #old = new Set<string>();

  note(accountId: string, key: string): void {
    if (this.#young.size >= KEYS_A_GENERATION) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(nameOf(accountId, key));
  }

  has(accountId: string, key: string): boolean {
    const name = nameOf(accountId, key);
    return this.#young.has(name) || this.#old.has(name);
  }
}

/**
 * The keys whose requests this process is executing now. A second request with such a key may look whether there is
 * an answer already, but must not execute. Between processes the database decides.
 */
export class RunningKeys {
  readonly #running = new Set<string>();

  /** Runs `work`, telling it whether it is the one to execute. */
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
