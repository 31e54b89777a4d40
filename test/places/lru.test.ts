import { describe, expect, it } from 'vitest';
import { createLruCache } from '../../src/places/lru.ts';

describe('the LRU cache', () => {
  it('gives back what was put in, until its age has passed', () => {
    const cache = createLruCache<string>(10);
    cache.put('a', 'first', 1_000, 5_000);
    expect(cache.get('a', 5_000)).toBe('first');
    expect(cache.get('a', 5_999)).toBe('first');
    expect(cache.get('a', 6_000)).toBeUndefined();
    expect(cache.get('unknown', 5_000)).toBeUndefined();
  });

  it('lets go of what has expired when it is asked for', () => {
    const cache = createLruCache<string>(10);
    cache.put('a', 'first', 1_000, 0);
    expect(cache.size).toBe(1);
    cache.get('a', 1_000);
    expect(cache.size).toBe(0);
  });

  it('does not live longer for being asked for', () => {
    const cache = createLruCache<string>(10);
    cache.put('a', 'first', 1_000, 0);
    cache.get('a', 900);
    expect(cache.get('a', 1_100)).toBeUndefined();
  });

  it('takes a newer value and its age for the older one', () => {
    const cache = createLruCache<string>(10);
    cache.put('a', 'first', 1_000, 0);
    cache.put('a', 'second', 1_000, 500);
    expect(cache.get('a', 1_400)).toBe('second');
    expect(cache.size).toBe(1);
  });

  it('never has more entries than it may, and drops those asked for least recently', () => {
    const cache = createLruCache<number>(3);
    for (const key of ['a', 'b', 'c']) cache.put(key, 1, 1_000, 0);
    cache.get('a', 1);
    cache.put('b', 2, 1_000, 2);
    cache.put('d', 1, 1_000, 3);
    expect(cache.size).toBe(3);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key, 4) !== undefined)).toEqual(['a', 'b', 'd']);
    for (let key = 0; key < 1_000; key++) cache.put(String(key), key, 1_000, 5);
    expect(cache.size).toBe(3);
  });
});
