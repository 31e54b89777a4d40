interface Entry<Value> {
  value: Value;
  expiresAtMs: number;
}

export interface LruCache<Value> {
  get(key: string, nowMs: number): Value | undefined;
  put(key: string, value: Value, ageMs: number, nowMs: number): void;
  readonly size: number;
}

/** Forgets what is too old, and what was asked for least recently when it is full. */
export function createLruCache<Value>(maximumEntries: number): LruCache<Value> {
  // A Map keeps the order of insertion: putting an entry in again makes it the youngest, and the first is the oldest.
  const entries = new Map<string, Entry<Value>>();
  return {
    get(key, nowMs) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (nowMs >= entry.expiresAtMs) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    put(key, value, ageMs, nowMs) {
      entries.delete(key);
      entries.set(key, { value, expiresAtMs: nowMs + ageMs });
      for (const oldest of entries.keys()) {
        if (entries.size <= maximumEntries) break;
        entries.delete(oldest);
      }
    },
    get size() {
      return entries.size;
    },
  };
}
