import type { ErrorCode } from './generated.ts';

/** A code of the description; a newer service may send one that this version does not know. */
export type KnownOrNewerCode = ErrorCode | 'UNEXPECTED_RESPONSE' | (string & {});

export interface ErrorAnswer {
  code: KnownOrNewerCode;
  status: number;
  messages: string[];
  requestId: string | null;
  retryAfterSeconds: number | null;
  idempotencyKey: string | undefined;
}

/**
 * The service answered, and refused. `code` is for programs and `messages` for people; quote the `requestId` when you report it.
 * The code is UNEXPECTED_RESPONSE when the answer is not the service's own, such as a proxy's page.
 */
export class TripBookingError extends Error {
  override name = 'TripBookingError';
  readonly code: KnownOrNewerCode;
  readonly status: number;
  readonly messages: string[];
  readonly requestId: string | null;
  /** How long the service asks to wait before the next attempt; null if it does not say. */
  readonly retryAfterSeconds: number | null;
  /** The key the request was sent under: the same call with this key cannot book twice. */
  readonly idempotencyKey: string | undefined;

  constructor({ code, status, messages, requestId, retryAfterSeconds, idempotencyKey }: ErrorAnswer, call?: string) {
    const message = `${code} (${status}): ${messages.join('; ')}${requestId === null ? '' : ` [request ${requestId}]`}`;
    super(call === undefined ? message : `${call}: ${message}`);
    this.code = code;
    this.status = status;
    this.messages = messages;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.idempotencyKey = idempotencyKey;
  }
}

/** No complete answer arrived. Whether the request took effect is unknown; `cause` says what happened. */
export class TripBookingConnectionError extends Error {
  override name = 'TripBookingConnectionError';
  /** The key the request was sent under: the same call with this key cannot book twice. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, idempotencyKey: string | undefined, cause?: unknown) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** No complete answer arrived in time. */
export class TripBookingTimeoutError extends TripBookingConnectionError {
  override name = 'TripBookingTimeoutError';
}

/** Whether the service refused with this code: `if (isCode(error, 'TRIP_NOT_FOUND')) …`. */
export const isCode = <Code extends ErrorCode>(
  error: unknown,
  ...codes: [Code, ...Code[]]
): error is TripBookingError & { readonly code: Code } =>
  error instanceof TripBookingError && (codes as string[]).includes(error.code);
