import type { TSchema } from 'typebox';
import { OBJECT_ID_PATTERN } from '../../identifiers.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '../common.ts';
import { IDEMPOTENCY_KEY, REQUEST_ID } from '../values.ts';
import { schemaOf } from './components.ts';

const KEY_SCHEMA = {
  type: 'string',
  minLength: IDEMPOTENCY_KEY.min,
  maxLength: IDEMPOTENCY_KEY.max,
  pattern: IDEMPOTENCY_KEY_PATTERN,
};

const idempotencyKey = (required: boolean, description: string, example: string) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description,
  schema: KEY_SCHEMA,
  example,
});

export const requiredIdempotencyKey = idempotencyKey(
  true,
  'Makes a retry safe: the same key with the same request returns the original response instead of booking again. A UUID is recommended. Kept for 24 hours, per account. Send exactly the body of the first attempt: the same time written differently, or a default written out, is another request.',
  '8b1f3a52-7a55-4f0c-9d1e-1f6f0a6f7b6e',
);

export const optionalIdempotencyKey = idempotencyKey(
  false,
  'With a key, a retry of the same cancellation returns the original response; without one it is TRIP_ALREADY_CANCELLED.',
  'd3c0a6f1-52b8-4a0e-8f5d-2b7c9e4410aa',
);

export const requestId = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: `Your own identifier for this request; it is returned in the response and logged. One that is not ${REQUEST_ID.min} to ${REQUEST_ID.max} characters of A-Z a-z 0-9 . _ : -, or that contains an API key, is not refused: the response has a new one instead.`,
  schema: { type: 'string', minLength: REQUEST_ID.min, maxLength: REQUEST_ID.max },
  example: 'booking-4711-attempt-1',
};

const idParameter = (what: string, example: string) => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `The ${what} identifier. A malformed one gets 404, like one that does not exist.`,
  schema: { type: 'string', pattern: OBJECT_ID_PATTERN },
  example,
});

export const tripIdParameter = idParameter('trip', '665f1f77bcf86cd799439011');
export const endpointIdParameter = idParameter('endpoint', '665f1f77bcf86cd799439051');
export const clientIdParameter = idParameter('client', '665f1f77bcf86cd799439013');

export const eventIdParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The event identifier. A malformed one gets 404, like one that does not exist.',
  schema: { type: 'string' },
  example: '665f1f77bcf86cd799439011-2',
};

/** The members of a query schema as OpenAPI parameters. */
export function queryParameters({ properties }: { properties: Record<string, TSchema> }) {
  return Object.entries(properties).map(([name, property]) => {
    const { description, example, ...schema } = schemaOf(property) as { description?: string; example?: string };
    return { name, in: 'query', required: false, description, schema, ...(example === undefined ? {} : { example }) };
  });
}
