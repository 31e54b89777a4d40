import { MAX_BODY_BYTES } from '../../contract/values.ts';
import type { ErrorCode } from '../../errors.ts';

/** When an error occurs, and what to do about it. In Markdown, since fields are named in it. */
export interface ErrorAdvice {
  when: string;
  remedy: string;
}

export const errorsInEnglish: Record<ErrorCode, ErrorAdvice> = {
  VALIDATION_FAILED: {
    when: 'The body, the query or the `Idempotency-Key` is malformed, out of bounds, blank where text is required, or has a member that is unknown or sent twice; or `scheduledAt` is not in the future; or both `client` and `clientId` are sent.',
    remedy:
      'Fix the fields that the message names. This attempt changed nothing; the `Idempotency-Key` is free, unless an earlier attempt has booked.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    when: '`POST /v1/trips` without an `Idempotency-Key`.',
    remedy: 'Create one key per booking and keep it for [retries](/docs/guides/retries).',
  },
  CLIENT_REQUIRED: {
    when: 'A booking with neither `client` nor `clientId`.',
    remedy: 'Send `client` for a new rider, or `clientId` for one you know.',
  },
  CLIENT_NOT_FOUND: {
    when: 'Your account has no rider with this `clientId`, or their data was erased.',
    remedy: 'Look for the rider with `GET /v1/clients`, or send `client` instead to create one.',
  },
  VEHICLE_NOT_FOUND: {
    when: 'Your account has no vehicle with this `vehicleId`, or has retired it.',
    remedy: 'Leave it out, or look it up with `GET /v1/vehicles`.',
  },
  PRICING_SCHEME_NOT_FOUND: {
    when: 'Your account has no pricing scheme with this `pricingSchemeId`, or has retired it.',
    remedy: 'Leave it out: a quote then uses the account’s default scheme, a booking none.',
  },
  SERVICE_TIER_NOT_FOUND: {
    when: 'There is no such `serviceTierId`.',
    remedy: 'Look it up with `GET /v1/service-tiers`.',
  },
  ADDRESS_NOT_FOUND: {
    when: 'The pickup or dropoff of a quote does not identify one place. The message says which and why, and lists the candidates if several places share the name.',
    remedy: 'Name the town, with its postcode; or send coordinates, such as `48.8443,2.3744`.',
  },
  ROUTE_NOT_FOUND: {
    when: 'No road leads from the pickup to the dropoff: for example, they are separated by the sea, or one of them is too far from any road.',
    remedy: 'Check that both addresses are what you meant.',
  },
  TRIP_ALREADY_CANCELLED: {
    when: 'The trip is already cancelled.',
    remedy:
      'Nothing. If you want a repeated cancellation to return the original response, send it with an `Idempotency-Key`.',
  },
  WEBHOOK_URL_NOT_ALLOWED: {
    when: 'Events cannot be sent to this URL: it is not `https:`, holds a user name or password, uses a port below 1024 other than 443, or has no host on the public internet. `message` says which.',
    remedy: 'Send an `https:` URL that the internet can reach.',
  },
  WEBHOOK_ENDPOINT_LIMIT_REACHED: {
    when: 'The account already has 10 webhook endpoints.',
    remedy: 'Delete one that you no longer use.',
  },
  UNAUTHORIZED: {
    when: 'The key is missing, malformed, unknown, wrong, expired or revoked, or there are two `Authorization` headers.',
    remedy:
      'Check the header `Authorization: Bearer …`. If the message says expired or revoked, [create a new key](/docs/guides/key-rotation).',
  },
  FORBIDDEN: {
    when: 'The key is restricted: it lacks the scope for this operation, or may not be used from this address. `message` says which.',
    remedy:
      'Use a key that has the scope, or send the request from an allowed network. An owner [issues keys](/docs/guides/key-rotation#restrict-a-key) in the dashboard.',
  },
  NOT_FOUND: {
    when: 'There is nothing at this path, or your account has no such rider.',
    remedy: 'Check the path against the [reference](/docs/reference), and the identifier in it.',
  },
  TRIP_NOT_FOUND: {
    when: 'The trip does not exist, belongs to another account, or the identifier is malformed. The response is the same for all three.',
    remedy: 'Check the identifier, and that the key belongs to the account that booked.',
  },
  EVENT_NOT_FOUND: {
    when: 'The event does not exist, belongs to another account, or the identifier is malformed.',
    remedy: 'Send the identifier as you received it. To begin the feed again, leave out `after`.',
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    when: 'The webhook endpoint does not exist, belongs to another account, or the identifier is malformed.',
    remedy: 'Send an identifier from `GET /v1/webhook-endpoints`.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path is right, the method is not.',
    remedy: 'Use a method listed in the `Allow` header.',
  },
  REQUEST_TIMEOUT: {
    when: 'The headers took more than 10 seconds to arrive, or the complete request more than 30.',
    remedy: 'Send it again, with the same `Idempotency-Key`.',
  },
  IDEMPOTENCY_KEY_CONFLICT: {
    when: 'This `Idempotency-Key` was used for another method, path or body in the last 24 hours.',
    remedy: 'A new request needs a new key. For a retry, send exactly what you sent before.',
  },
  IDEMPOTENCY_KEY_IN_PROGRESS: {
    when: 'The first request with this `Idempotency-Key` is still running.',
    remedy: 'Wait for `Retry-After` and send it again, with the same key: you get its response.',
  },
  PAYLOAD_TOO_LARGE: {
    when: `The body has more than ${MAX_BODY_BYTES.toLocaleString('en')} bytes.`,
    remedy: 'Shorten it.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not `application/json` in UTF-8, or it is compressed.',
    remedy: 'Send `Content-Type: application/json` without `Content-Encoding`.',
  },
  RATE_LIMITED: {
    when: 'Too many requests from this address or for this account. `RateLimit` names the limit.',
    remedy: 'Wait as many seconds as `Retry-After` says; see [rate limits](/docs/guides/rate-limits).',
  },
  HEADERS_TOO_LARGE: {
    when: 'The request headers have more than 16 KiB.',
    remedy: 'Send fewer or shorter headers; cookies are not needed.',
  },
  INTERNAL_ERROR: {
    when: 'An internal error. The response gives no details; our log has them.',
    remedy: 'Send it again, with the same `Idempotency-Key`. If it persists, report the `X-Request-Id`.',
  },
  SERVICE_UNAVAILABLE: {
    when: 'The database, or for a quote the geocoder or the router, is temporarily unavailable, or the service is overloaded.',
    remedy: 'Wait for `Retry-After` and send it again, with the same `Idempotency-Key`.',
  },
};
