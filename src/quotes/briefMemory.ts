import { createLruCache } from '../places/lru.ts';

export interface BriefMemory<Value> {
  get(key: string): Value | undefined;
  put(key: string, value: Value): void;
}

/** Remembers for so long, by a clock that nobody can set back. */
export function createBriefMemory<Value>(maximumEntries: number, forMs: number): BriefMemory<Value> {
  const entries = createLruCache<Value>(maximumEntries);
  return {
    get: (key) => entries.get(key, performance.now()),
    put: (key, value) => entries.put(key, value, forMs, performance.now()),
  };
}
