import fc from 'fast-check';
import { OBJECT_ID_PATTERN } from '../../src/identifiers.ts';

/** What the contract's schemas are made of. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

const hexDigit = fc.constantFrom(...'0123456789abcdefABCDEF');

/** Any text a caller may send: every code point but zero, which no PostgreSQL text can hold. */
const text = (minLength: number, maxLength: number) =>
  fc
    .oneof(fc.string({ unit: 'binary', minLength, maxLength }), fc.string({ unit: 'grapheme', minLength, maxLength }))
    .filter((value) => !value.includes('\0') && [...value].length <= maxLength);

/** A moment after the test clock's, written in one of the many ways ISO 8601 allows. */
const futureDateTime = fc
  .tuple(
    fc.date({ min: new Date('2027-03-02T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('Z', 'z', '+00:00', '-05:30', '+0200', '+14'),
    fc.constantFrom(16, 19, 23),
  )
  .map(([date, offset, length]) => date.toISOString().slice(0, length) + offset);

/** Valid values of a schema of the contract. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return validObject(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({
        min: schema.minimum ?? 0,
        max: schema.maximum ?? Number.MAX_VALUE,
        noNaN: true,
        noDefaultInfinity: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return validString(schema);
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`);
  }
}

function validString({ format, pattern, minLength = 0, maxLength = 50 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return futureDateTime;
  if (format === 'email') return fc.emailAddress().filter((address) => address.length <= maxLength);
  if (pattern === OBJECT_ID_PATTERN) return fc.string({ unit: hexDigit, minLength: 24, maxLength: 24 });
  return text(minLength, maxLength).filter((value) => pattern === undefined || new RegExp(pattern).test(value));
}

function validObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valid(schema)]));
  return fc.record(members, { requiredKeys: required });
}

/** A body with one thing wrong or odd about it, somewhere. */
export function spoilt(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const rubbish = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      null,
      '',
      -1,
      0,
      1e308,
      -1e308,
      1e-320,
      2 ** 53,
      '\0',
      '\ud800',
      '9'.repeat(600),
      [],
      {},
      [[]],
      true,
    ),
    fc.string({ unit: 'binary', maxLength: 2100 }),
  );
  return fc
    .tuple(body, fc.nat(), fc.constantFrom('replace', 'remove', 'add'), rubbish, fc.string())
    .map(([value, place, how, odd, name]) => {
      const copy = structuredClone(value) as Record<string, unknown>;
      const spots = objectsWithin(copy).flatMap((object) => Object.keys(object).map((member) => ({ object, member })));
      const spot = spots[place % Math.max(1, spots.length)];
      if (!spot) return odd;
      if (how === 'remove') delete spot.object[spot.member];
      else if (how === 'add')
        Object.defineProperty(spot.object, name, { value: odd, enumerable: true, configurable: true, writable: true });
      else spot.object[spot.member] = odd;
      return copy;
    });
}

function objectsWithin(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsWithin)];
}
