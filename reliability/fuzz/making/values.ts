import type { Random } from '../../support/random.ts';
import type { Description, Schema } from './description.ts';
import { anyDate, anyText, email, futureDateTime, textMatching } from './texts.ts';

/** Values that a schema cannot tell: identifiers that exist, addresses that can be placed. */
export type KnownValues = (memberName: string, schema: Schema) => readonly string[] | undefined;

export interface ValueMaker {
  description: Description;
  chance: Random;
  nowMs: number;
  known: KnownValues;
}

// Most callers name things that exist; the rest finds out what happens when they do not.
const KNOWN_SHARE = 0.95;
const OPTIONAL_SHARE = 0.4;

/** A value that the schema allows. */
export function validValue(maker: ValueMaker, given: Schema, name = ''): unknown {
  const schema = maker.description.resolve(given);
  const { chance } = maker;
  if (schema.enum) return chance.pick(schema.enum);
  switch (schema.type) {
    case 'object':
      return validObject(maker, schema);
    case 'string':
      return validString(maker, schema, name);
    case 'integer':
    case 'number':
      return validNumber(chance, schema);
    case 'boolean':
      return chance.happens(0.5);
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}: teach validValue its type`);
  }
}

function validObject(maker: ValueMaker, schema: Schema): Record<string, unknown> {
  const { chance } = maker;
  const names = new Set(schema.required);
  for (const name of Object.keys(schema.properties ?? {})) if (chance.happens(OPTIONAL_SHARE)) names.add(name);
  for (const { anyOf = [] } of [schema, ...(schema.allOf ?? [])]) {
    const alternatives = anyOf.map(({ required = [] }) => required);
    const isMet = alternatives.some((needed) => needed.every((name) => names.has(name)));
    if (alternatives.length > 0 && !isMet) for (const name of chance.pick(alternatives)) names.add(name);
  }
  const together = schema.not?.required ?? [];
  if (together.length > 0 && together.every((name) => names.has(name))) names.delete(chance.pick(together));
  return Object.fromEntries(
    chance.shuffle([...names]).map((name) => [name, validValue(maker, schema.properties?.[name] ?? {}, name)]),
  );
}

function validString({ chance, nowMs, known }: ValueMaker, schema: Schema, name: string): string {
  const values = known(name, schema);
  if (values && values.length > 0 && chance.happens(KNOWN_SHARE)) return chance.pick(values);
  const { format, pattern, minLength = 0, maxLength = 100 } = schema;
  if (pattern !== undefined) return textMatching(chance, pattern);
  if (format === 'date-time') return futureDateTime(chance, nowMs);
  if (format === 'date-or-date-time')
    return chance.happens(0.5) ? anyDate(chance, nowMs) : futureDateTime(chance, nowMs);
  if (format === 'email') return email(chance, maxLength);
  if (format !== undefined) throw new Error(`no texts for the format ${format}: teach validString`);
  return anyText(chance, minLength, maxLength);
}

/** Without a bound above, most numbers are of human size, and some are as large as JSON carries. */
function validNumber(chance: Random, { type, minimum = 0, maximum }: Schema): number {
  const most = maximum ?? chance.pick([1, 100, 10_000, 1e15, 1e300]);
  if (chance.happens(0.1)) return chance.pick([minimum, maximum ?? minimum]);
  if (type === 'integer') return chance.between(minimum, chance.happens(0.5) ? most : Math.min(most, minimum + 30));
  const value = minimum + chance.next() * (most - minimum);
  return chance.happens(0.7) && Math.abs(value) < 1e9 ? Math.round(value * 100) / 100 : value;
}
