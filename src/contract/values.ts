/**
 * The bounds, formats and enumerations of the values that the service accepts, each written here once: request schemas,
 * the OpenAPI description, dashboard forms and texts, and the `trips` command derive from them. No schemas are loaded,
 * because the command does not need them. Lengths are in characters (Unicode code points).
 */
export const ROLES = ['DRIVER', 'CONTRACTOR'] as const;
export type Role = (typeof ROLES)[number];

/** Of the pages and mails. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a person may do for an account; see accounts/permissions.ts. */
export const MEMBER_ROLES = ['OWNER', 'DISPATCHER', 'VIEWER'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const TRIP_STATUSES = ['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED', 'CANCELLED'] as const;
export const RIDER_TYPES = ['PERSONAL', 'BUSINESS'] as const;
/** As in ISO 8601, Monday is the first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export const LATITUDE = { minimum: -90, maximum: 90 } as const;
export const LONGITUDE = { minimum: -180, maximum: 180 } as const;

export const TRIP_BOUNDS = {
  address: { max: 500 },
  passengers: { min: 1, max: 20 },
  note: { max: 2_000 },
  cancelReason: { max: 500 },
  externalReference: { max: 100 },
  metadata: { members: 20, name: 40, value: 500 },
} as const;

export const EVENT_TYPES = [
  'trip.created',
  'trip.assigned',
  'trip.status_changed',
  'trip.cancelled',
  'trip.updated',
] as const;
/** The type of the event that a test of a webhook endpoint sends; it is not in the feed. */
export const TEST_EVENT_TYPE = 'webhook.test';

export const WEBHOOK_STATUSES = ['ENABLED', 'DISABLED'] as const;
/** Its owner asked for it, it answered 410 Gone, or it failed for days. */
export const WEBHOOK_DISABLED_REASONS = ['REQUESTED', 'GONE', 'FAILING'] as const;
export const WEBHOOK_BOUNDS = {
  endpoints: { max: 10 },
  url: { max: 2_000 },
  description: { max: 200 },
  overlapSeconds: { default: 86_400, max: 7 * 86_400 },
} as const;

/** Trips or other records per page of a list. */
export const PAGE_SIZE = { default: 20, max: 100 } as const;

export const QUOTE_ADDRESS = { min: 2, max: 500 } as const;

export const RIDER_BOUNDS = {
  name: { max: 120 },
  phone: { min: 4, max: 40 },
  email: { max: 200 },
  companyName: { max: 200 },
  address: { max: 200 },
  city: { max: 120 },
  country: { max: 120 },
  postalCode: { max: 20 },
} as const;

/** The name of an account, a vehicle, a pricing scheme, a rate window or a vehicle category. */
export const NAME = { min: 1, max: 200 } as const;

export const VEHICLE_BOUNDS = { plate: { max: 20 }, seats: { min: 1, max: 99 } } as const;

export const VOUCHER_BOUNDS = {
  legalName: { max: 200 },
  registrationNumber: { max: 40 },
  siren: { max: 20 },
  address: { max: 500 },
  phone: { max: 40 },
} as const;

export const MEMBER_BOUNDS = { members: { max: 50 }, name: { min: 1, max: 120 } } as const;

export const KEY_NAME = { max: 80 } as const;
/** What a key can be restricted to. */
export const KEY_SCOPES = ['quotes', 'trips:read', 'trips:write', 'events', 'webhooks'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
export const KEY_NETWORKS = { max: 20 } as const;
export const PASSWORD = { min: 12, max: 200 } as const;
export const SIGN_IN_EMAIL = { max: 254 } as const;
export const MAX_BODY_BYTES = 64 * 1024;
export const REQUEST_ID = { min: 1, max: 128 } as const;
export const IDEMPOTENCY_KEY = { min: 8, max: 200 } as const;

// The `email` format of ajv-formats, whose dot-separated atoms are matched in one pass.
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'i');

export const isEmail = (text: string): boolean => EMAIL.test(text);

/** The e-mail address of a member as it is stored, in lower case; undefined if the text is invalid. */
export function parseSignInEmail(text: string): string | undefined {
  const address = text.trim();
  return address.length <= SIGN_IN_EMAIL.max && isEmail(address) ? address.toLowerCase() : undefined;
}
