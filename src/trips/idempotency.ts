import { createHash } from 'node:crypto';

/**
 * What makes two requests the same: method, path and parsed body. Members are put in order before hashing, so neither
 * their order nor white space matters.
 */
export function fingerprint(method: string, path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest();
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/**
 * The keys whose requests this process is executing now. A second request with such a key may look whether there is
 * an answer already, but must not execute. Between processes the database decides.
 */
export class RunningKeys {
  readonly #running = new Set<string>();

  /** Runs `work`, telling it whether it is the one to execute. */
  async run<Result>(accountId: string, key: string, work: (mayExecute: boolean) => Promise<Result>): Promise<Result> {
    const name = `${accountId} ${key}`;
    if (this.#running.has(name)) return work(false);
    this.#running.add(name);
    try {
      return await work(true);
    } finally {
      this.#running.delete(name);
    }
  }
}
