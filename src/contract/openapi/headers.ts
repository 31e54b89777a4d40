import { REQUEST_ID } from '../values.ts';

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });
const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 1 }, example: 1 });

/** Response headers. */
export const headerComponents = {
  'X-Request-Id': text(
    `The request’s identifier: your own X-Request-Id if it has ${REQUEST_ID.min} to ${REQUEST_ID.max} characters of A-Z a-z 0-9 . _ : - and contains no API key; otherwise a new one. Quote it when you report a problem.`,
    '2f1c8f0e-6f0b-4a57-9a0e-0c6b2c9d7a51',
  ),
  traceparent: text(
    'Only if the request belongs to a trace: the header of W3C Trace Context, with your trace’s identifier. Our log has it too. An invalid traceparent in the request is ignored.',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ),
  'RateLimit-Policy': text(
    'The limits that apply, as in the IETF draft: "ip" counts requests per client address, "tier-…" per account; q requests in w seconds.',
    '"ip";q=600;w=60, "tier-standard";q=120;w=60',
  ),
  RateLimit: text(
    'The current state: r requests remain, and the window ends in t seconds. On a 429 it names the limit that was exceeded.',
    '"ip";r=599;t=60, "tier-standard";r=119;t=60',
  ),
  'Cache-Control': text('no-store: responses to requests with a key are private.', 'no-store'),
  Location: {
    description: 'The path of the new record: that of the request, with its _id.',
    schema: { type: 'string' },
  },
  'Accept-Encoding': text('identity: send the body without compression.', 'identity'),
  'Retry-After': seconds('Seconds to wait before the next attempt.'),
  'WWW-Authenticate': text('Bearer; with error="invalid_token" when a key was sent.', 'Bearer error="invalid_token"'),
  'Idempotent-Replayed': {
    description:
      'true when this is the stored response to an earlier request with the same Idempotency-Key; absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

export type HeaderName = keyof typeof headerComponents;

export const headers = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
