import type { ErrorCode } from '../../errors.ts';

/** When an error occurs, and what to do about it. In Markdown, since fields are named in it. */
export interface ErrorAdvice {
  when: string;
  remedy: string;
}

export const errorsInEnglish: Record<ErrorCode, ErrorAdvice> = {
  VALIDATION_FAILED: {
    when: 'The body, the query or the `Idempotency-Key` is malformed, out of bounds, or has a member that nobody knows; or `scheduledAt` is not in the future; or both `client` and `clientId` are sent.',
    remedy: 'Mend what the sentences name. Nothing was changed, and the `Idempotency-Key` is still free.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    when: '`POST /v1/trips` without an `Idempotency-Key`.',
    remedy: 'Make one key for each booking and keep it for [retries](/docs/guides/retries).',
  },
  CLIENT_REQUIRED: {
    when: 'A booking with neither `client` nor `clientId`.',
    remedy: 'Send `client` for a new rider, or `clientId` for one you know.',
  },
  CLIENT_NOT_FOUND: {
    when: '`clientId` is no rider of your account.',
    remedy: 'Send `client` instead: that makes a new rider.',
  },
  VEHICLE_NOT_FOUND: {
    when: '`vehicleId` is no vehicle of your account.',
    remedy: 'Leave it out, or look it up in the dashboard.',
  },
  PRICING_SCHEME_NOT_FOUND: {
    when: '`pricingSchemeId` is no pricing scheme of your account.',
    remedy: 'Leave it out: a quote then goes by the account’s default scheme, and a booking by none.',
  },
  SERVICE_TIER_NOT_FOUND: {
    when: 'There is no such `serviceTierId`.',
    remedy: 'Look up the vehicle categories in the dashboard.',
  },
  ADDRESS_NOT_FOUND: {
    when: 'The pickup or the dropoff of a quote names no one place. The message says which, why, and for places of the same name the candidates.',
    remedy: 'Name the town, with its postcode; or send coordinates, as `48.8443,2.3744`.',
  },
  ROUTE_NOT_FOUND: {
    when: 'No road leads from the pickup to the dropoff: a sea lies between.',
    remedy: 'Check what the two addresses were understood as.',
  },
  TRIP_ALREADY_CANCELLED: {
    when: 'The trip is cancelled already.',
    remedy:
      'Nothing. If you want a repeated cancellation to get its first answer again, send it with an `Idempotency-Key`.',
  },
  UNAUTHORIZED: {
    when: 'The key is missing, malformed, unknown, wrong, expired or revoked.',
    remedy:
      'Check the header `Authorization: Bearer …`. If the message says expired or revoked, [make a new key](/docs/guides/key-rotation).',
  },
  NOT_FOUND: {
    when: 'There is nothing at this path.',
    remedy: 'Check the path against the [reference](/docs/reference).',
  },
  TRIP_NOT_FOUND: {
    when: 'There is no such trip, or it is another account’s, or the identifier is none at all. The three look alike.',
    remedy: 'Check the identifier, and whether the key is of the account that booked.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path is right, the method is not.',
    remedy: 'Use one of those in the header `Allow`.',
  },
  REQUEST_TIMEOUT: {
    when: 'The headers took over 10 seconds, or the whole request over 30, to arrive.',
    remedy: 'Send it again, with the same `Idempotency-Key`.',
  },
  IDEMPOTENCY_KEY_CONFLICT: {
    when: 'This `Idempotency-Key` was used for another method, path or body in the last 24 hours.',
    remedy: 'A new request needs a new key. For a retry, send exactly what you sent before.',
  },
  IDEMPOTENCY_KEY_IN_PROGRESS: {
    when: 'The first request with this `Idempotency-Key` is still running.',
    remedy: 'Wait for `Retry-After` and send it again, with the same key: you get its answer.',
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body has more than 65,536 bytes.',
    remedy: 'Shorten it. No booking needs so much.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not `application/json` in UTF-8.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  RATE_LIMITED: {
    when: 'Too many requests from this address or of this account. `RateLimit` names the limit.',
    remedy: 'Wait for the seconds in `Retry-After`; see [rate limits](/docs/guides/rate-limits).',
  },
  HEADERS_TOO_LARGE: {
    when: 'The request headers have more than 16 KiB.',
    remedy: 'Send fewer or shorter headers; cookies are not needed.',
  },
  INTERNAL_ERROR: {
    when: 'A fault of ours. Nothing of it is told; all of it is in our log.',
    remedy: 'Send it again, with the same `Idempotency-Key`. If it stays, report the `X-Request-Id`.',
  },
  SERVICE_UNAVAILABLE: {
    when: 'The database, or for a quote the geocoder or the router, is out of reach for the moment; or the service has more to do than it can do in time.',
    remedy: 'Wait for `Retry-After` and send it again, with the same `Idempotency-Key`.',
  },
};
