import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeatedMember } from '../../src/gates/repeatedMember.ts';

const repeated = (text: string) => repeatedMember(text, JSON.parse(text))?.join('.');

describe('a member that occurs twice', () => {
  it.each([
    ['{"price":66,"price":67}', 'price'],
    ['{"price":66,"price":66}', 'price'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"pickup":{"lat":1,"lng":2, "lat" : 1}}', 'pickup.lat'],
    ['{"a":{"x":1},"b":[{"c":1,"c":2}]}', 'b.c'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
    ['{"a":"}\\"a\\":","a":1}', 'a'],
  ])('is found by its path: %s', (text, path) => expect(repeated(text)).toBe(path));

  it.each([
    '{}',
    '[]',
    '5',
    '"a"',
    '{"a":1,"A":1}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"b\\":1,\\"b\\":1"}',
    '{"a":"{\\"a\\":","b":"\\\\"}',
    '{"a":"a","b":"\\":"}',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  ])('is not found where there is none: %.40s', (text) => expect(repeated(text)).toBeUndefined());

  it('is found in no text that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(repeated(JSON.stringify(JSON.parse(text)))).toBeUndefined();
      }),
    );
  });

  it('is found wherever one is added', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, place) => {
        const members = Object.entries(object).map(
          ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
        );
        const names = Object.keys(object);
        const name = names[place % names.length] ?? '';
        expect(repeated(`{${[...members, `${JSON.stringify(name)}:0`].join(', ')}}`)).toBe(name);
      }),
    );
  });
});
