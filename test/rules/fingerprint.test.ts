import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/trips/idempotency.ts';

const print = (body: unknown, method = 'POST', path = '/v1/trips') => fingerprint(method, path, body).toString('hex');

/** The same value with the members of every object in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

describe('the fingerprint of a request', () => {
  it('is the same for white space and other spellings of the same value', () => {
    const spellings = ['{"a":1.0,"b":"\\u00e9"}', '{ "b" : "é", "a" : 1 }', '{"a":1e0,"b":"é"}'];
    expect(new Set(spellings.map((text) => print(JSON.parse(text)))).size).toBe(1);
  });

  it('differs by method, path and body', () => {
    const prints = [
      print({ a: 1 }),
      print({ a: 1 }, 'PUT'),
      print({ a: 1 }, 'POST', '/v1/trips/665f1f77bcf86cd799439011/cancel'),
      print({ a: 2 }),
      print({ a: '1' }),
      print({ b: 1 }),
      print({ a: 1, b: null }),
      print({ a: null }),
      print({}),
      print([]),
      print({ a: [1, 2] }),
      print({ a: [2, 1] }),
      print({ a: { b: 1 } }),
      print({ a: '{"b":1}' }),
      print({ a: true }),
      print({ a: 'true' }),
      print({ a: 'e\u0301' }),
      print({ a: '\u00e9' }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('is as long as a SHA-256', () => {
    expect(fingerprint('POST', '/v1/trips', {})).toHaveLength(32);
  });

  it('is equal exactly when the parsed bodies are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (written, other) => {
        const one: unknown = JSON.parse(JSON.stringify(written));
        const two: unknown = JSON.parse(JSON.stringify(other));
        expect(print(reversed(one))).toBe(print(one));
        expect(print(one) === print(two)).toBe(isSame(one, two));
      }),
      { numRuns: 500 },
    );
  });
});

function isSame(one: unknown, two: unknown): boolean {
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) return one === two;
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  const names = Object.keys(one);
  const member = (value: object, name: string) => (value as Record<string, unknown>)[name];
  return (
    names.length === Object.keys(two).length &&
    names.every((name) => Object.hasOwn(two, name) && isSame(member(one, name), member(two, name)))
  );
}
