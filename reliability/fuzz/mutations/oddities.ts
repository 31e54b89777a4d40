import type { Schema } from '../making/description.ts';

/** Values that have broken programs. Lists without spaces are written as one text. */
const listed = (text: string) => text.split(' ');

/** JSON numbers at the edges of what a double holds, and beyond them. */
export const GIANT_NUMBERS = listed('1e400 -1e400 1e308 -1e308 1e-400 5e-324 -0 -0.0 0e0 1E+2 12345678901234567890');
export const ODD_DECIMALS = listed(
  '0.30000000000000004 9007199254740993 -9007199254740993 1.005 0.1e1 2.675 99999999.994999 99999999.995',
);
/** Not JSON, though numbers in some language. */
export const NO_NUMBERS = listed("01 .5 1. +1 0x10 NaN Infinity - 1_000 1e ١ 1n undefined 'a'");

/** JSON strings with half a surrogate pair, with a zero character, and those that do not end where they should. */
export const LONE_SURROGATES = listed('"\\ud800" "\\udc00" "a\\uD83Db" "\\uDE95\\uD83D" "\\udbff\\u0041"');
export const ZERO_CHARACTERS = listed('"\\u0000" "a\\u0000b" "\\u0000\\u0000\\u0000\\u0000"');
export const BROKEN_TEXTS = [...listed('"\n" "\t" "\0" "\\x41" "\\u12" "\\u{41}" "open "\\" text `a`'), '"a" "b"'];

export const ODD_MOMENTS = [
  // days and seconds that do not exist, or only in some years
  ...listed('2027-02-30T10:00:00Z 2028-02-29T10:00:00Z 2027-06-30T23:59:60Z 2099-01-01T24:00:00Z 2099-13-01T00:00:00Z'),
  // the first and the last years
  ...listed('0000-01-01T00:00:00Z 0001-01-01T00:00:00+23:59 9999-12-31T23:59:59.999Z 9999-12-31T23:59:59-12:00'),
  ...listed('+275760-09-13T00:00:00Z -000001-01-01T00:00:00Z'),
  // offsets, and none
  ...listed('2099-01-01T00:00:00 2099-01-01t10:00:00z 2099-01-01T00:00:00+24:00 2099-01-01T00:00:00+00:60'),
  ...listed('2099-01-01T00:00:00−05:00 2099-01-01T00:00:00Z[Europe/Paris]'),
  // other ways to write a moment
  ...listed('2099-01-01T00:00:00.123456789012345678901234567890Z 2099-W01-1T00:00:00Z 2099-001T00:00:00Z'),
  ...listed('20990101T000000Z 2099-01-01T00:00:00,5Z 2099-01-01T00Z ٢٠٩٩-01-01T00:00:00Z 4070908800 now 2099-01-01'),
  ...['2099-01-01 00:00:00Z', ' 2099-01-01T00:00:00Z', '2099-01-01T00:00:00Z\n', ''],
];
export const ODD_DATES = [
  ...listed('2027-02-30 0000-01-01 9999-12-31 +275760-09-13 2027-01-01T00:00:00 2027-01-01T00:00:00z today 1'),
  ...listed('2027-01-01T00:00:00+01:00 2027-06-30T23:59:60Z'),
  '',
];
export const ODD_INTEGERS = [
  ...listed('0 -1 101 1.0 1e2 +1 0x1 ٣ 99999999999999999999 2147483648 9007199254740993 NaN 01 -0'),
  ...['', ' 1', '1 '],
];

export const ODD_IDENTIFIERS = [
  ...['0', 'f', 'F', 'g', '０'].map((digit) => digit.repeat(24)),
  ...['a'.repeat(23), 'a'.repeat(25), `${'a'.repeat(24)}\n`, ` ${'a'.repeat(23)}`, 'a'.repeat(5_000), ''],
  ...["' OR 1=1 --", '$ne', '../../../etc/passwd', '%00', 'null', '__proto__'],
];

export const ODD_TEXTS = [
  // what is laid out, counted or compared otherwise than it is stored
  ...['👩‍👩‍👧‍👦'.repeat(40), `e${'\u0301'.repeat(400)}`, 'ﷺ'.repeat(100), 'İSTANBUL', 'ß'.repeat(200), ' '.repeat(100)],
  ...['\u202eevil\u202c', '\ufeff\u200b\u200d', '\u{10ffff}\uffff\ufffe', '\u0001\u001f', '\u001b[31m'],
  // what is code to somebody
  ...["'; DROP TABLE trips; --", '<script>alert(1)</script>', '$\u007bjndi:ldap://x}', '{{7*7}}', '%s%n%x', '(a+)+$'],
  ...['\r\nX-Evil: 1', '\\', '"'],
  // what looks like a place
  ...['0', '-', '91,181', '48.85,2.35,1', 'a'.repeat(60), '1'.repeat(60)],
];

/** Names that every JavaScript object inherits. */
export const INHERITED = listed(
  '__proto__ constructor prototype toString valueOf hasOwnProperty toJSON __defineGetter__ then length',
);

type Value = number | string | string[];

/** Just within, just beyond and far beyond the schema's bounds; empty if it has none. */
export function aroundBounds({ type, minimum, maximum, minLength, maxLength, enum: values }: Schema): Value[] {
  if (values) return [`${values[0]} `, String(values[0]).toLowerCase(), '', 'NEITHER', [String(values[0])]];
  if (type === 'string') return [minLength, maxLength].flatMap(textsAround);
  const step = type === 'integer' ? 1 : 0.01;
  return [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : numbersAround(bound, step)));
}

function textsAround(length: number | undefined): string[] {
  if (length === undefined) return [];
  const lengths = [length - 1, length, length + 1, length * 10].filter((each) => each >= 0);
  return lengths.flatMap((each) => ['x'.repeat(each), '🚕'.repeat(each)]);
}

const numbersAround = (bound: number, step: number): number[] =>
  [-1, -step, 0, step, 0.5, 1, 1e6].map((distance) => bound + distance).concat(-bound, bound * 1e6 - 1);
