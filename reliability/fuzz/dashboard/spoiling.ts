import type { Random } from '../../support/random.ts';
import { anyText, MARK } from '../making/values.ts';
import { INHERITED, ODD_DATES, ODD_IDENTIFIERS, ODD_INTEGERS, ODD_MOMENTS, ODD_TEXTS } from '../mutations/oddities.ts';

/** Text that becomes a tag, an attribute or a character if a page does not escape it. */
export const PROBES = [
  `"'><${MARK} x=y>`,
  `" ${MARK}=" '`,
  `&lt;${MARK}entity&gt;`,
  `</title></textarea><${MARK}>`,
  `javascript:${MARK}`,
] as const;

export type Pair = [name: string, value: string];

/** A filled-in form on its way. */
export interface Submission {
  method: 'get' | 'post';
  path: string;
  pairs: Pair[];
  /** Replaces the pairs, if it is set. */
  body?: string;
  contentType: string;
}

interface SpoilingContext {
  random: Random;
  /** Identifiers of records of another account. */
  foreignIds: readonly string[];
}

/** One way to spoil a form. Returns whether it applied. */
interface Spoiling {
  name: string;
  spoil(submission: Submission, context: SpoilingContext): boolean;
}

const IDENTIFIER = /\b[0-9a-f]{24}\b/;
const CONTROLS = [
  '\u0000',
  'a\u0000b',
  '\u0001\u001f',
  '\r\nSet-Cookie: a=b',
  '\u001b[31m',
  '\u202e',
  '\ufffe\uffff',
  '\u0085',
];
const RAW = ['%', '%zz', '%ff', '%ED%A0%80', '%C0%80', '%F4%90%80%80', '+%2', '=', '&&&', '%00'];

const replaceValue = (name: string, values: (context: SpoilingContext) => readonly string[]): Spoiling => ({
  name,
  spoil({ pairs }, context) {
    if (pairs.length === 0) return false;
    const pair = context.random.pick(pairs);
    pair[1] = context.random.pick(values(context));
    return true;
  },
});

/** Replaces an identifier in the address or in a field. */
const replaceId = (name: string, ids: (context: SpoilingContext) => readonly string[]): Spoiling => ({
  name,
  spoil(submission, context) {
    const fields = submission.pairs.filter(([, value]) => IDENTIFIER.test(value));
    const isInPath = IDENTIFIER.test(submission.path);
    if (!isInPath && fields.length === 0) return false;
    const id = context.random.pick(ids(context));
    if (isInPath && (fields.length === 0 || context.random.happens(0.6)))
      submission.path = submission.path.replace(IDENTIFIER, () => encodeURIComponent(id));
    else {
      const pair = context.random.pick(fields);
      pair[1] = pair[1].replace(IDENTIFIER, () => id);
    }
    return true;
  },
});

const whole = (name: string, spoil: (submission: Submission, random: Random) => unknown): Spoiling => ({
  name,
  spoil(submission, { random }) {
    return spoil(submission, random) !== false;
  },
});

export const SPOILINGS: readonly Spoiling[] = [
  replaceValue('markup in a field', () => PROBES),
  replaceValue('odd text in a field', () => ODD_TEXTS),
  replaceValue('control characters in a field', () => CONTROLS),
  replaceValue('an odd number in a field', () => [...ODD_INTEGERS, '1e400', '-0.001', '0,5', '1e-9']),
  replaceValue('an odd time in a field', () => [...ODD_MOMENTS, ...ODD_DATES, '2027-13-01T25:61', '24:00', '2027-W60']),
  replaceValue('a long text in a field', ({ random }) => [anyText(random, 3_000, 3_000), '9'.repeat(3_000)]),
  replaceValue('an empty field', () => ['', ' ', '\u00a0']),
  replaceId('an unknown identifier', () => ODD_IDENTIFIERS.filter((id) => id !== '')),
  replaceId("another account's identifier", ({ foreignIds }) => foreignIds),
  {
    name: 'another version',
    spoil({ pairs }, { random }) {
      const version = pairs.find(([name]) => name === 'version');
      if (!version) return false;
      version[1] = random.pick([String(Number(version[1]) - 1), String(Number(version[1]) + 1), '0', '-1', '9e9', '']);
      return true;
    },
  },
  whole('a field left out', ({ pairs }, random) =>
    pairs.length === 0 ? false : pairs.splice(random.between(0, pairs.length - 1), 1),
  ),
  whole('no fields', ({ pairs }) => pairs.splice(0)),
  whole('a field repeated', ({ pairs }, random) => {
    if (pairs.length === 0) return false;
    const [name, value] = random.pick(pairs);
    for (let count = random.between(1, 20); count > 0; count -= 1)
      pairs.splice(random.between(0, pairs.length), 0, [name, random.pick([value, '', anyText(random, 0, 20)])]);
  }),
  whole('a field that the form does not have', ({ pairs }, random) =>
    pairs.push([
      random.pick([...INHERITED, 'role', 'accountId', 'account_id', 'memberId', 'email[]']),
      anyText(random, 0, 20),
    ]),
  ),
  whole('more fields than a form may have', ({ pairs }, random) =>
    pairs.push(...Array.from({ length: random.pick([450, 600]) }, (_, index): Pair => [`f${index}`, ''])),
  ),
  whole('more bytes than a form may have', ({ pairs }) => pairs.push(['f', 'x'.repeat(70_000)])),
  whole('bytes that are no form', (submission, random) => {
    if (submission.method === 'get') return false;
    submission.body = random.pick(RAW);
  }),
  whole('a body of another type', (submission, random) => {
    if (submission.method === 'get') return false;
    submission.contentType = random.pick(['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'x']);
    submission.body = JSON.stringify(Object.fromEntries(submission.pairs));
  }),
];
