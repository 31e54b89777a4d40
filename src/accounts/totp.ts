import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Note } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { sha256 } from '../sha256.ts';
import type { OwnMember } from './memberStore.ts';
import { findTotpSecret, replaceRecoveryCodes, saveTotpSecret, useRecoveryCode, useTotpStep } from './totpStore.ts';

// What every authenticator app understands: RFC 6238 with SHA-1, six digits, thirty seconds.
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** One step earlier or later, for clocks that differ and people who type slowly. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** 80 random bits: they cannot be guessed, even from their hash. */
const RECOVERY_BYTES = 10;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);

/** What the QR code says. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Trip Booking', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** The step that a code belongs to; undefined if the code is wrong now. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Switches the second factor on if the code is right, and returns the recovery codes: they can be shown only now. */
export async function switchTotpOn(
  database: Database,
  clock: Clock,
  own: OwnMember,
  { secret, code }: { secret: string; code: string },
  note: Note,
): Promise<string[] | undefined> {
  const step = stepOf(secret, normalised(code), clock());
  if (step === undefined) return undefined;
  return database.transaction(async (client) => {
    await saveTotpSecret(client, own, secret, step);
    await note(client, 'TOTP_SWITCHED_ON');
    return renewRecoveryCodes(client, own);
  });
}

/** The old ones stop working. */
export async function renewRecoveryCodes(database: Queryable, own: OwnMember): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await replaceRecoveryCodes(database, own, codes.map(hashOf));
  return codes;
}

/** Such as ABCD-EFGH-IJKL-MNOP. */
const newRecoveryCode = (): string =>
  (new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.match(/.{4}/g) ?? []).join('-');

const normalised = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

const hashOf = (code: string): Buffer => sha256(normalised(code));

/** Whether a code of the app or a recovery code is right. Each is accepted once. */
export async function isRightCode(database: Queryable, clock: Clock, own: OwnMember, typed: string): Promise<boolean> {
  const code = normalised(typed);
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(database, own, hashOf(code));
  const secret = await findTotpSecret(database, own);
  const step = secret === undefined ? undefined : stepOf(secret, code, clock());
  return step !== undefined && useTotpStep(database, own, step);
}
