import { describe, expect, it } from 'vitest';
import {
  beginsReference,
  beginsReferenceOf,
  newId,
  parseReference,
  REFERENCE_EXAMPLE,
  REFERENCE_PATTERN,
  referenceOf,
} from '../../src/identifiers.ts';

const PATTERN = new RegExp(REFERENCE_PATTERN);

const counterOf = (id: string) => Number.parseInt(id.slice(-6), 16) & 0x3ffff;

describe('the reference of a trip', () => {
  it.each([
    ['0'.repeat(24), '00000-00000'],
    ['f'.repeat(24), 'ZZZZZ-ZZZZZ'],
    ['000000000000000000040000', '00000-00000'], // the counter's 19th bit is not part of it
    ['00000000000000000003ffff', '00000-07ZZZ'],
    ['00000001aaaaaaaaaa000000', '00000-08000'],
    ['665f1f77bcf86cd799439011', 'CSFHY-XZ40H'],
  ])('of %s is %s', (id, reference) => {
    expect(referenceOf(id)).toBe(reference);
  });

  it('leads back to its identifier', () => {
    for (let count = 0; count < 1_000; count += 1) {
      const id = newId();
      const { first, last, firstCounter, lastCounter } = parseReference(referenceOf(id));
      expect(first <= id && id <= last).toBe(true);
      expect([first.slice(0, 8), last.slice(0, 8)]).toEqual([id.slice(0, 8), id.slice(0, 8)]);
      expect([firstCounter, lastCounter]).toEqual(Array(2).fill(counterOf(id)));
    }
  });

  it('can be written in either case, without its hyphen or with a space, and with letters for the digits they look like', () => {
    const read = parseReference('10110-01O1Z');
    for (const text of ['10110-01o1z', '101100101Z', '10110 01O1Z', 'IoLl0-0i0lz']) {
      expect(PATTERN.test(text)).toBe(true);
      expect(parseReference(text)).toEqual(read);
    }
    expect(PATTERN.test(REFERENCE_EXAMPLE)).toBe(true);
  });
});

describe('the beginning of a reference', () => {
  const secondOf = (seconds: number) => seconds.toString(16).padStart(8, '0');

  it('leads to the identifiers whose references begin so, and to no others', () => {
    const seconds = 0x6afe4c80;
    const bits = [0, ...Array.from({ length: 18 }, (_, bit) => 1 << bit)];
    const ids = [-129, -128, -1, 0, 1, 3, 4, 127, 128].flatMap((away) =>
      bits.map((bit) => `${secondOf(seconds + away)}bcf86cd7${(0x99439011 ^ bit).toString(16)}`),
    );
    const references = new Map(ids.map((id) => [id, referenceOf(id)]));
    const beginnings = [...references.values()].flatMap((text) =>
      [5, 6, 7, 8, 9, 10, 11].map((end) => text.slice(0, end)),
    );
    for (const beginning of new Set(beginnings)) {
      const { first, last, firstCounter, lastCounter } = parseReference(beginning);
      const isWithin = (id: string) =>
        first <= id && id <= last && firstCounter <= counterOf(id) && counterOf(id) <= lastCounter;
      const expected = ids.filter((id) => references.get(id)?.startsWith(beginning));
      expect([beginning, ids.filter(isWithin)]).toEqual([beginning, expected]);
      expect(ids.filter((id) => beginsReferenceOf(beginning, id))).toEqual(expected);
    }
  });

  it.each([
    ['00000', 0, 127],
    ['zzzzz', 2 ** 32 - 128, 2 ** 32 - 1],
    ['DBZ4S', 0x6afe4c80, 0x6afe4cff],
    ['DBZ4S-0', 0x6afe4c80, 0x6afe4c83],
    ['dbz4s0', 0x6afe4c80, 0x6afe4c83],
    ['DBZ4S-00', 0x6afe4c80, 0x6afe4c80],
  ])('is of a few seconds: %s', (text, from, to) => {
    const { first, last } = parseReference(text);
    expect([first, last]).toEqual([secondOf(from).padEnd(24, '0'), secondOf(to).padEnd(24, 'f')]);
  });

  it('is its first group, or more of it, however it is typed', () => {
    for (const text of ['10110', '10110-', '10110 0', 'IoLl0-01o', '101100101Z', 'IoLl0-0i0lz'])
      expect([text, beginsReference(text)]).toEqual([text, true]);
    for (const text of ['', '1011', '1011-0', '10110--', '10110_0', '10110-01O1Z0', 'DUPUY', 'DBZ4S-U'])
      expect([text, beginsReference(text)]).toEqual([text, false]);
    for (const text of ['', '0000', '0000-0', '00000--', '00000_0'])
      expect([text, beginsReferenceOf(text, '0'.repeat(24))]).toEqual([text, false]);
  });
});
