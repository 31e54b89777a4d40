import type { TSchema } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../../errors.ts';
import { ErrorEnvelope } from '../envelopes.ts';
import { MAX_BODY_BYTES, PAGE_SIZE } from '../values.ts';
import { schemaOf } from './components.ts';
import { errorExample } from './examples.ts';
import { type HeaderName, headers } from './headers.ts';

const COMMON_HEADERS: HeaderName[] = ['X-Request-Id', 'traceparent', 'Cache-Control', 'RateLimit-Policy', 'RateLimit'];

export function success(description: string, schema: TSchema, example: unknown, extra: HeaderName[] = []) {
  return {
    description,
    headers: headers(...COMMON_HEADERS, ...extra),
    content: { 'application/json': { schema: schemaOf(schema), example } },
  };
}

/** Errors of requests that reached no operation, besides NOT_FOUND, which operations return too. */
const BEFORE_ANY_OPERATION = ['METHOD_NOT_ALLOWED', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE'] as const;
type OperationError = Exclude<ErrorCode, (typeof BEFORE_ANY_OPERATION)[number]>;
type OperationStatus = (typeof errorCatalogue)[OperationError]['status'];

const DESCRIPTIONS: Record<OperationStatus, string> = {
  400: 'The request cannot be carried out as it is; nothing was changed.',
  401: 'The API key is missing, malformed, unknown, expired or revoked.',
  403: 'The API key is not allowed to do this, or not from this address; the message says what is missing.',
  404: 'The account has no such record.',
  409: 'The Idempotency-Key belongs to another request, or to one that is still running.',
  413: `The body is over ${MAX_BODY_BYTES / 1024} KiB.`,
  415: 'The body is not JSON, or it is compressed. For a compressed body, the response has Accept-Encoding.',
  429: 'The limit of the client address or of the account’s API tier is exceeded.',
  500: 'An internal error; our log has it under the X-Request-Id.',
  503: 'The service cannot answer right now.',
};

const EXTRA_HEADERS: Partial<Record<OperationStatus, HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  415: ['Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Errors that any operation can return, in addition to its own. */
const EVERYWHERE: OperationError[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** What is wrong in the example of a refused request that reads a list, has no parameters, or may have no body. */
export const LIST_FAULTS = [`limit must be <= ${PAGE_SIZE.max}`];
const NO_QUERY_FAULTS = ['fields is not a known query parameter'];
export const NO_BODY_FAULTS = ['note is not a known member'];

/** An operation's error responses by status, with an example for each code. `faults` are those of its VALIDATION_FAILED. */
export function failures(path: string, own: OperationError[], faults: string[] = NO_QUERY_FAULTS) {
  const codes = [...own, ...EVERYWHERE];
  const statuses = [...new Set(codes.map((code) => errorCatalogue[code].status))].sort();
  const described = statuses.map((status) => {
    const ofStatus = codes.filter((code) => errorCatalogue[code].status === status);
    return [status, failure(DESCRIPTIONS[status], ofStatus, path, faults, EXTRA_HEADERS[status])];
  });
  const rest = failure(
    'The request reached no operation: unknown path (404), wrong method (405), not received in time (408), headers too large (431).',
    ['NOT_FOUND', ...BEFORE_ANY_OPERATION],
    path,
    faults,
  );
  return { ...Object.fromEntries(described), default: rest };
}

function failure(description: string, codes: ErrorCode[], path: string, faults: string[], extra: HeaderName[] = []) {
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: errorCatalogue[code].text, value: errorExample(code, path, faults) }]),
  );
  return {
    description,
    headers: headers(...COMMON_HEADERS, ...extra),
    content: { 'application/json': { schema: schemaOf(ErrorEnvelope), examples } },
  };
}
