import { sample, stringMatching } from 'fast-check';
import type { Random } from '../../support/random.ts';
import type { Description, Schema } from './description.ts';

/** Values that are not in the schema: identifiers that exist, addresses that the geocoder finds, prices that were quoted. */
type KnownValues = (memberName: string, schema: Schema) => readonly unknown[] | undefined;

export interface ValueMaker {
  description: Description;
  random: Random;
  nowMs: number;
  known: KnownValues;
}

/** The pattern of text that must say something. */
export const NOT_BLANK = '\\S';

// Mostly things that exist; the rest tests what happens when they do not.
const KNOWN_SHARE = 0.95;
const KNOWN_NUMBER_SHARE = 0.3;
const OPTIONAL_SHARE = 0.4;

/** A value that the schema allows. */
export function validValue(maker: ValueMaker, given: Schema, name = ''): unknown {
  const schema = maker.description.resolve(given);
  const { random } = maker;
  if (schema.nullable && random.happens(0.1)) return null;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf && schema.type === undefined) return validValue(maker, random.pick(schema.anyOf), name);
  switch (schema.type) {
    case 'object':
      return validObject(maker, schema);
    case 'array':
      return validArray(maker, schema, name);
    case 'string':
      return validString(maker, schema, name);
    case 'integer':
    case 'number':
      return validNumber(maker, schema, name);
    case 'boolean':
      return random.happens(0.5);
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}: extend validValue`);
  }
}

function validObject(maker: ValueMaker, schema: Schema): Record<string, unknown> {
  const { random } = maker;
  const names = new Set(schema.required);
  for (const name of Object.keys(schema.properties ?? {})) if (random.happens(OPTIONAL_SHARE)) names.add(name);
  for (const { anyOf = [] } of [schema, ...(schema.allOf ?? [])]) {
    const alternatives = anyOf.map(({ required = [] }) => required);
    const isMet = alternatives.some((needed) => needed.every((name) => names.has(name)));
    if (alternatives.length > 0 && !isMet) for (const name of random.pick(alternatives)) names.add(name);
  }
  const together = schema.not?.required ?? [];
  if (together.length > 0 && together.every((name) => names.has(name))) names.delete(random.pick(together));
  const members = random.shuffle([...names]).map((name) => [name, schema.properties?.[name] ?? {}] as const);
  return Object.fromEntries(
    [...members, ...freeMembers(maker, schema)].map(([name, member]) => [name, validValue(maker, member, name)]),
  );
}

// OpenAPI 3.0 cannot describe the names of members; these are allowed wherever names are free.
const USUAL_NAME = '^[A-Za-z0-9_.-]{1,40}$';

/** Members whose names the caller chooses. */
function freeMembers({ random }: ValueMaker, schema: Schema): [name: string, schema: Schema][] {
  const { additionalProperties: others, patternProperties = {}, maxProperties = 10 } = schema;
  const kinds = Object.entries(typeof others === 'object' ? { [USUAL_NAME]: others } : patternProperties);
  if (kinds.length === 0) return [];
  return Array.from({ length: lengthWithin(random, 0, maxProperties) }, () => {
    const [pattern, member] = random.pick(kinds);
    return [textMatching(random, pattern), member];
  });
}

function validArray(maker: ValueMaker, schema: Schema, name: string): unknown[] {
  const { items = {}, minItems = 0, maxItems = 10, uniqueItems } = schema;
  const choices = maker.description.resolve(items).enum;
  const most = uniqueItems && choices ? Math.min(maxItems, choices.length) : maxItems;
  const length = lengthWithin(maker.random, minItems, most);
  if (uniqueItems && choices) return maker.random.shuffle(choices).slice(0, length);
  return Array.from({ length }, () => validValue(maker, items, name));
}

function validString({ random, nowMs, known }: ValueMaker, schema: Schema, name: string): string {
  const values = known(name, schema);
  if (values && values.length > 0 && random.happens(KNOWN_SHARE)) return String(random.pick(values));
  const { format, pattern, minLength = 0, maxLength = 100 } = schema;
  if (pattern === NOT_BLANK)
    return anyText(random, Math.max(1, minLength), maxLength).replace(/^\s+$/, (blank) => 'x'.repeat(blank.length));
  if (pattern !== undefined) return textMatching(random, pattern, maxLength);
  if (format === 'date-time') return futureDateTime(random, nowMs);
  if (format === 'date') return anyDate(random, nowMs);
  if (format === 'email') return email(random, maxLength);
  if (format === 'uri') return `https://${email(random, 40).replace(/.*@/, '')}.invalid/${random.between(0, 999)}`; // no such host exists
  if (format !== undefined) throw new Error(`no texts for the format ${format}: extend validString`);
  return anyText(random, minLength, maxLength);
}

/** Without a maximum, most numbers are of ordinary size, and some as large as JSON allows. */
function validNumber({ random, known }: ValueMaker, schema: Schema, name: string): number {
  const values = known(name, schema);
  if (values && values.length > 0 && random.happens(KNOWN_NUMBER_SHARE)) return Number(random.pick(values));
  const { type, minimum = 0, maximum } = schema;
  const most = maximum ?? random.pick([1, 100, 10_000, 1e15, 1e300]);
  if (random.happens(0.1)) return random.pick([minimum, maximum ?? minimum]);
  if (type === 'integer') return random.between(minimum, random.happens(0.5) ? most : Math.min(most, minimum + 30));
  const value = minimum + random.next() * (most - minimum);
  return random.happens(0.7) && Math.abs(value) < 1e9 ? Math.round(value * 100) / 100 : value;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,.-'];
const FRENCH = [...'éèêëàâçîïôùûœæÉÀÇ’ -'];
const SIGNS = [...'"\\/<>&\'`%$#{}[]();:?!*+=~|^_@\t\n'];
/** These break programs that count, lay out or compare characters. */
const ODD = [
  ...['🚕', '👩‍👩‍👧‍👦', '🇫🇷', '👍🏽', 'é', 'Z͑ͫ̓ͪ', 'ﷺ', 'שלום', 'مرحبا', '\u202e', '\u200b', '\u200d', '\ufeff'],
  ...['\u2028', '\u0085'],
  ...['ß', 'İ', 'ı', 'ǆ', 'ﬀ', '𝕳', '漢', '𠜎', '\uffff', '\u{10ffff}', '\u0001', '\u007f', '\u00a0', '\u3000'],
];
const ALPHABETS = [LETTERS, LETTERS, LETTERS, FRENCH, SIGNS, ODD];

/** Stands in many texts, so that they are recognised where they do not belong. No other part of a log has it. */
export const MARK = 'qZx7';

/** Any valid text of this many code points. */
export function anyText(random: Random, least: number, most: number): string {
  const wanted = lengthWithin(random, least, most);
  const alphabet = random.pick(ALPHABETS);
  const points: string[] = [];
  while (points.length < Math.min(wanted, LONGEST_PHRASE))
    points.push(...random.pick(random.happens(0.8) ? alphabet : LETTERS));
  while (points.length < wanted) points.push(...points); // longer ones repeat
  if (wanted >= MARK.length && random.happens(0.3)) points.splice(0, MARK.length, ...MARK);
  return points.slice(0, wanted).join('');
}

const LONGEST_PHRASE = 100;

/** Mostly short, sometimes at a bound. */
function lengthWithin(random: Random, least: number, most: number): number {
  if (random.happens(0.05)) return least;
  if (random.happens(0.02)) return most;
  return random.between(least, Math.min(most, least + 30));
}

/** Reading a pattern takes up to a tenth of a second. */
const textsByPattern = new Map<string, ReturnType<typeof stringMatching>>();

/** Text for a pattern: mostly a character class and a count, where no two texts should be equal. */
function textMatching(random: Random, pattern: string, most = Number.POSITIVE_INFINITY): string {
  const [, characters, least, count] = /^\^\[([^\]]+)\]\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? [];
  if (characters === undefined) {
    const known = textsByPattern.get(pattern) ?? stringMatching(new RegExp(pattern));
    textsByPattern.set(pattern, known);
    const texts = known.filter((text) => text.length <= most);
    return sample(texts, { seed: random.between(0, 2 ** 31), numRuns: 1 })[0] ?? '';
  }
  const alphabet = charactersOf(characters);
  const length = lengthWithin(random, Number(least), Number(count ?? least));
  return Array.from({ length }, () => random.pick(alphabet)).join('');
}

function charactersOf(characters: string): string[] {
  const ranges = characters.match(/[^-]-[^-]|./g) ?? [];
  return ranges.flatMap((range) => {
    if (range.length === 1) return [range];
    const [first, last] = [range.charCodeAt(0), range.charCodeAt(2)];
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
  });
}

function email(random: Random, most: number): string {
  const word = (length: number) => Array.from({ length }, () => random.pick(LETTERS.slice(0, 26))).join('');
  const address = `${word(random.between(1, 12))}${random.pick(['', '.x', '+tag', '_', MARK])}@${word(random.between(1, 12))}.${word(2)}`;
  return address.slice(-most);
}

const A_DAY_MS = 86_400_000;
const OFFSETS = ['Z', 'z', '+00:00', '-05:30', '+02:00', '+14:00', '-12:00'];

/** A moment from tomorrow on, written in one of the ways RFC 3339 allows. */
function futureDateTime(random: Random, nowMs: number): string {
  const days = random.pick([2, 10, 400, 20_000]);
  const moment = new Date(nowMs + A_DAY_MS * (1 + random.next() * days)).toISOString();
  return moment.slice(0, random.pick([19, 23])).replace(/Z$/, '') + random.pick(OFFSETS);
}

const anyDate = (random: Random, nowMs: number): string =>
  new Date(nowMs + A_DAY_MS * random.between(-500, 500)).toISOString().slice(0, 10);
