/**
 * Every error that a caller can get. Tests keep the OpenAPI description and docs/errors.md equal to this table. `text` is
 * the message when nothing more precise is known: a complete sentence, as is every message but the faults of a
 * VALIDATION_FAILED.
 */
export const errorCatalogue = {
  VALIDATION_FAILED: { status: 400, text: 'The request is not valid.' },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    text: 'Send an Idempotency-Key header: 8 to 200 characters of A-Z a-z 0-9 _ - : . (a UUID is a good choice).',
  },
  CLIENT_REQUIRED: { status: 400, text: 'Send either client (a new rider) or clientId (an existing one).' },
  CLIENT_NOT_FOUND: { status: 400, text: 'This account has no rider with this clientId, or their data was erased.' },
  VEHICLE_NOT_FOUND: { status: 400, text: 'This account has no vehicle with this vehicleId.' },
  PRICING_SCHEME_NOT_FOUND: { status: 400, text: 'This account has no pricing scheme with this pricingSchemeId.' },
  SERVICE_TIER_NOT_FOUND: { status: 400, text: 'There is no vehicle category with this serviceTierId.' },
  ADDRESS_NOT_FOUND: {
    status: 400,
    text: 'The pickup or the dropoff was not found. Name a town, with its postcode if you can.',
  },
  ROUTE_NOT_FOUND: { status: 400, text: 'No road leads from the pickup to the dropoff.' },
  TRIP_ALREADY_CANCELLED: { status: 400, text: 'This trip is already cancelled.' },
  WEBHOOK_URL_NOT_ALLOWED: { status: 400, text: 'Events cannot be sent to this URL.' },
  WEBHOOK_ENDPOINT_LIMIT_REACHED: { status: 400, text: 'An account can have at most 10 webhook endpoints.' },
  UNAUTHORIZED: { status: 401, text: 'Send Authorization: Bearer trip_live_<keyId>.<secret> with a valid API key.' },
  FORBIDDEN: { status: 403, text: 'This key is not allowed to do this.' },
  NOT_FOUND: { status: 404, text: 'There is nothing at this path.' },
  TRIP_NOT_FOUND: { status: 404, text: 'This account has no such trip.' },
  EVENT_NOT_FOUND: { status: 404, text: 'This account has no such event.' },
  WEBHOOK_ENDPOINT_NOT_FOUND: { status: 404, text: 'This account has no such webhook endpoint.' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'This path does not support this method; see the Allow header.' },
  REQUEST_TIMEOUT: { status: 408, text: 'The request did not arrive in time.' },
  IDEMPOTENCY_KEY_CONFLICT: {
    status: 409,
    text: 'This Idempotency-Key was used for a different request. Use a new key for a new request.',
  },
  IDEMPOTENCY_KEY_IN_PROGRESS: {
    status: 409,
    text: 'A request with this Idempotency-Key is still running. Retry in a moment to receive its response.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, text: 'The body may have at most 65,536 bytes.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'Send the body as application/json in UTF-8.' },
  RATE_LIMITED: { status: 429, text: 'Too many requests. Retry after the number of seconds in Retry-After.' },
  HEADERS_TOO_LARGE: { status: 431, text: 'The request headers are too large.' },
  INTERNAL_ERROR: { status: 500, text: 'Something went wrong on our side. Quote the X-Request-Id when you report it.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    text: 'The service cannot answer right now. Retry after the number of seconds in Retry-After, with the same Idempotency-Key if you sent one.',
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

interface ErrorDetails {
  /** For the caller, instead of the catalogue's text. */
  message?: string | string[];
  headers?: Record<string, string>;
  /** For the log; never for the caller. */
  cause?: unknown;
}

/** What handlers throw; one gate turns it into the error envelope. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly publicMessage: string | string[];
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, { message, headers = {}, cause }: ErrorDetails = {}) {
    super(code, { cause });
    this.code = code;
    this.statusCode = errorCatalogue[code].status;
    this.publicMessage = message ?? errorCatalogue[code].text;
    this.headers = headers;
  }
}

export const validationFailed = (faults: string[]) => new ApiError('VALIDATION_FAILED', { message: faults });
