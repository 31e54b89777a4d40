import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/connection.ts';
import { rowset } from '../../src/database/rowset.ts';
import { databaseForFile } from '../support/database.ts';

const database = openDatabase((await databaseForFile()).target);
afterAll(() => database.close());

const nullOr = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const AWKWARD_TEXTS = [
  '',
  '\\',
  '\\x00',
  '\\N',
  '"',
  `'`,
  'null',
  '{}',
  '\r\n',
  '\u0001\u007f',
  '\u2028',
  '\ufeff',
  '🚕',
];
const AWKWARD_NUMBERS = [0, 1e21, 1e-7, 5e-324, 2.2e-308, Number.MAX_VALUE, Number.MIN_SAFE_INTEGER, 0.1 + 0.2];

/** A value of each type that a column has anywhere, but for the zero character, which no text holds by then. */
const row = fc.record({
  words: nullOr(
    fc.oneof(
      fc.constantFrom(...AWKWARD_TEXTS),
      fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
    ),
  ),
  bytes: nullOr(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  flag: nullOr(fc.boolean()),
  whole: nullOr(fc.integer()),
  large: nullOr(fc.maxSafeInteger()),
  real: nullOr(
    fc.oneof(
      fc.constantFrom(...AWKWARD_NUMBERS),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    ),
  ),
  moment: nullOr(
    fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
  ),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const COLUMNS: [name: keyof Row, type: string][] = [
  ['words', 'text'],
  ['bytes', 'bytea'],
  ['flag', 'boolean'],
  ['whole', 'int'],
  ['large', 'bigint'],
  ['real', 'float8'],
  ['moment', 'timestamptz'],
];
const sent = rowset<Row>(
  'sent',
  COLUMNS.map(([name, type]) => ({ name, type, of: (one) => one[name] })),
);
const giveBack = sent.statement(
  'give_back',
  (relation) => `SELECT ${COLUMNS.map(([name]) => name).join(', ')} FROM ${relation} ORDER BY ordinal`,
);

it('a row arrives as it was sent, alone and with others', async () => {
  await fc.assert(
    fc.asyncProperty(row, row, async (one, other) => {
      expect((await database.query<Row>(giveBack([one]))).rows).toEqual([one]);
      expect((await database.query<Row>(giveBack([one, other, one]))).rows).toEqual([one, other, one]);
    }),
    { numRuns: 300 },
  );
  expect((await database.query<Row>(giveBack([]))).rows).toEqual([]);
});
