import type { TripStatus } from '../contract/trip.ts';
import {
  isEmail,
  MEMBER_ROLES,
  type MemberRole,
  NAME,
  parseSignInEmail,
  RIDER_BOUNDS,
  ROLES,
  type Role,
} from '../contract/values.ts';
import { OperatorFault } from '../fault.ts';
import { isReference, parseId, parseReference, REFERENCE_EXAMPLE, type ReferencedIds } from '../identifiers.ts';
import { KEY_PREFIX, parseApiKey } from '../keys/apiKey.ts';
import type { Cents } from '../money/cents.ts';
import { parseEuros as parseEurosAsWritten } from '../money/rateBounds.ts';
import { parseTimeZone as parseKnownTimeZone } from '../money/timeZone.ts';

const DEFAULT_TIER = 'STANDARD';

const SECONDS_IN = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const MAX_SECONDS = 100 * 365 * 86_400;

/** Durations are written 0s, 30s, 15m, 24h, 7d. */
export function parseDuration(text: string, option: string): number {
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = amount && unit ? Number(amount) * SECONDS_IN[unit as keyof typeof SECONDS_IN] : Number.NaN;
  if (!(seconds <= MAX_SECONDS))
    throw new OperatorFault(`--${option} must be a duration such as 0s, 30s, 15m, 24h or 7d (it is "${text}")`);
  return seconds;
}

/** The given text, for an error message; secrets do not belong in terminals and their logs. */
const quoted = (text: string) => (text.includes(KEY_PREFIX) ? 'an API key' : `"${text}"`);

/** A key's id; the complete key is accepted too. */
export const parseKeyId = (text: string): string => parseApiKey(text)?.keyId ?? parseIdentifier(text, 'KEYID');

export function parseIdentifier(text: string, what: string): string {
  const id = parseId(text);
  if (id === undefined) throw new OperatorFault(`${what} must be 24 hexadecimal characters (it is ${quoted(text)})`);
  return id;
}

export function parseRole(text: string): Role {
  const role = ROLES.find((each) => each === text.toUpperCase());
  if (role === undefined) throw new OperatorFault(`--role must be ${ROLES.join(' or ')} (it is "${text}")`);
  return role;
}

export function parseMemberRole(text: string): MemberRole {
  const role = MEMBER_ROLES.find((each) => each === text.toUpperCase());
  if (role === undefined) throw new OperatorFault(`--role must be one of ${MEMBER_ROLES.join(', ')} (it is "${text}")`);
  return role;
}

export function parseStatus(text: string, option: string, known: readonly TripStatus[]): TripStatus {
  const status = known.find((each) => each === text.toUpperCase());
  if (status === undefined) throw new OperatorFault(`--${option} must be one of ${known.join(', ')} (it is "${text}")`);
  return status;
}

export function parseReferenceText(text: string): ReferencedIds {
  if (!isReference(text))
    throw new OperatorFault(`--reference must be a reference such as ${REFERENCE_EXAMPLE} (it is "${text}")`);
  return parseReference(text);
}

/** Accounts can only get tiers that have a limit; the default is STANDARD. */
export function parseTier(text: string | undefined, known: ReadonlyMap<string, unknown>): string {
  const tier = (text ?? DEFAULT_TIER).toUpperCase();
  if (known.size === 0 || known.has(tier)) return tier;
  const names = [...known.keys()].join(', ');
  throw new OperatorFault(
    text === undefined
      ? `--tier is required, one of ${names}: the default ${DEFAULT_TIER} is not in RATE_LIMIT_TIERS`
      : `--tier must be one of ${names} (it is "${text}")`,
  );
}

/** Euros with at most two decimals, such as 1.80. */
export function parseEuros(text: string, option: string): Cents {
  const cents = parseEurosAsWritten(text);
  if (cents === undefined) throw new OperatorFault(`--${option} must be euros such as 1.80 (it is "${text}")`);
  return cents;
}

export function parseCount(text: string, option: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max)
    throw new OperatorFault(`--${option} must be a whole number from 1 to ${max} (it is "${text}")`);
  return count;
}

/** A multiplier with at most three decimals, such as 1.3, in thousandths. */
export function parseMultiplier(text: string): number {
  const thousandths = /^\d{1,3}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : 0;
  if (thousandths < 1 || thousandths > 10_000)
    throw new OperatorFault(
      `--multiplier must be a number such as 1.3, up to 10, with at most three decimals (it is "${text}")`,
    );
  return thousandths;
}

export function parseName(text: string, option = 'name', max: number = NAME.max): string {
  return parseText(text.trim(), option, { min: 1, max });
}

export function parseText(text: string, option: string, { min = 0, max }: { min?: number; max: number }): string {
  const { length } = [...text];
  if (length < min || length > max) throw new OperatorFault(`--${option} must have ${min} to ${max} characters`);
  return text;
}

/** A rider's e-mail address, by the rule of the API. */
export function parseEmail(text: string): string {
  if (!isEmail(text)) throw new OperatorFault('--email must be an e-mail address');
  return parseText(text, 'email', RIDER_BOUNDS.email);
}

/** The e-mail address of a member, stored in lower case. */
export function parseSignInAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const email = parseSignInEmail(text);
  if (email === undefined) throw new OperatorFault('--email must be an e-mail address');
  return email;
}

export function parseTimeZone(text: string): string {
  const timeZone = parseKnownTimeZone(text);
  if (timeZone === undefined)
    throw new OperatorFault(`--time-zone must be a time zone such as Europe/Paris (it is "${text}")`);
  return timeZone;
}
