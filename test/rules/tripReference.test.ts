import { describe, expect, it } from 'vitest';
import { newId, parseReference, REFERENCE_EXAMPLE, REFERENCE_PATTERN, referenceOf } from '../../src/identifiers.ts';

const PATTERN = new RegExp(REFERENCE_PATTERN);

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
      const { first, last, counter } = parseReference(referenceOf(id));
      expect(first <= id && id <= last).toBe(true);
      expect([first.slice(0, 8), last.slice(0, 8)]).toEqual([id.slice(0, 8), id.slice(0, 8)]);
      expect(counter).toBe(Number.parseInt(id.slice(-5), 16) & 0x3ffff);
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
