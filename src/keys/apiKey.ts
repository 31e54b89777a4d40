import { randomBytes, timingSafeEqual } from 'node:crypto';
import { newId } from '../identifiers.ts';
import { sha256 } from '../sha256.ts';

export const KEY_PREFIX = 'trip_live_';

const FORMAT = new RegExp(`^${KEY_PREFIX}([0-9a-f]{24})\\.([A-Za-z0-9_-]{43})$`);

interface NewApiKey {
  keyId: string;
  secretSha256: Buffer;
  /** The complete key, shown once and stored nowhere. */
  apiKey: string;
}

export function generateApiKey(): NewApiKey {
  const keyId = newId();
  const secret = randomBytes(32).toString('base64url');
  return { keyId, secretSha256: hashSecret(secret), apiKey: `${KEY_PREFIX}${keyId}.${secret}` };
}

export function parseApiKey(text: string): { keyId: string; secret: string } | undefined {
  const [, keyId, secret] = FORMAT.exec(text) ?? [];
  return keyId && secret ? { keyId, secret } : undefined;
}

/** The secret is 32 random bytes, so a fast hash is as safe as a slow one and takes a microsecond. */
export const hashSecret = (secret: string): Buffer => sha256(secret);

/** Whether a key is still valid. Revocation takes precedence over expiry. */
export function keyState({ expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null }, now: Date) {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

interface Lifetime {
  createdAt: Date;
  expiresAt: Date | null;
  lifetimeSeconds: number | null;
}

/** Whether a rotation has replaced it: it expires before its original lifetime ends. */
export function wasRotated({ createdAt, expiresAt, lifetimeSeconds }: Lifetime): boolean {
  if (expiresAt === null) return false;
  return lifetimeSeconds === null || expiresAt.getTime() < createdAt.getTime() + lifetimeSeconds * 1000;
}

export type Refusal = { refused: 'unknown' | 'expired' | 'revoked' };

/** Compared with the secret of a key that does not exist, so that the check takes equally long. */
export const DUMMY_HASH = randomBytes(32);

/** The only comparison of secrets; its duration does not depend on how much of the hash matches. */
export const secretMatches = (given: Buffer, kept: Buffer): boolean => timingSafeEqual(given, kept);
