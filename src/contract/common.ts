import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { OBJECT_ID_PATTERN } from '../identifiers.ts';
import { IDEMPOTENCY_KEY } from './values.ts';

/**
 * Schemas with a `title` that `openapi/components.ts` lists become components of the OpenAPI document under that name;
 * others are inlined. OpenAPI 3.0.3 has no null type but `nullable`.
 */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true });
}

export function OneOf<const Values extends string[]>(values: Values, options: TSchemaOptions = {}) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...options });
}

export const ObjectIdString = (description: string) =>
  Type.String({ pattern: OBJECT_ID_PATTERN, description, example: '665f1f77bcf86cd799439011' });

export const DateTime = (description: string, example = '2027-03-14T09:30:00.000Z') =>
  Type.String({ format: 'date-time', description, example });

export const IDEMPOTENCY_KEY_PATTERN = `^[A-Za-z0-9_.:-]{${IDEMPOTENCY_KEY.min},${IDEMPOTENCY_KEY.max}}$`;

/** For text that must say something: neither empty nor white space alone. */
export const NOT_BLANK_PATTERN = '\\S';

/**
 * For requests: undeclared members are refused, because a misspelt optional member must not be silently lost. Responses
 * are not closed: members may be added to them, and clients that validate must not break.
 */
export const closed = { additionalProperties: false } as const;
