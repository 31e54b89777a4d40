import type { Clock } from '../clock.ts';
import { batched } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import { parseApiKey, secretMatches } from './apiKey.ts';
import { findKeys, type KnownKey, type Role } from './apiKeyStore.ts';

/** The account behind a request. */
export interface Caller {
  accountId: string;
  keyId: string;
  role: Role;
  apiTier: string;
  isVatExempt: boolean;
}

export type Refusal = { refused: 'unknown' | 'expired' | 'revoked' };

export interface Authenticator {
  verify(apiKey: string): Promise<Caller | Refusal>;
}

/**
 * A key once read is trusted for less than a second, then read again: so a revocation made anywhere bites within a
 * second, with nothing to be told to anybody. A tenth is left for the request that is just under way.
 */
const TRUST_MS = 900;
const MOST_TRUSTED_KEYS = 10_000;

export function createAuthenticator(
  database: Queryable,
  clock: Clock,
  onUse: (keyId: string, at: Date) => void,
): Authenticator {
  const trusted = new Map<string, { key: KnownKey; readAt: number }>();
  const readKey = batched<string, KnownKey | undefined>({
    maxRows: 500,
    maxInFlight: 2,
    async run(keyIds) {
      const found = await findKeys(database, keyIds);
      return keyIds.map((keyId) => found.get(keyId));
    },
  });

  async function lookUp(keyId: string): Promise<KnownKey | undefined> {
    const now = performance.now(); // not the wall clock: trust must not outlive a clock that is set back
    const entry = trusted.get(keyId);
    if (entry && now - entry.readAt < TRUST_MS) return entry.key;
    const key = await readKey(keyId);
    if (key === undefined) {
      trusted.delete(keyId);
      return undefined;
    }
    if (trusted.size >= MOST_TRUSTED_KEYS) trusted.clear();
    trusted.set(keyId, { key, readAt: now });
    return key;
  }

  return {
    async verify(apiKey) {
      const parsed = parseApiKey(apiKey);
      if (!parsed) return { refused: 'unknown' };
      const key = await lookUp(parsed.keyId);
      if (!key || !secretMatches(parsed.secret, key.secretSha256)) return { refused: 'unknown' };
      const now = clock();
      if (key.revokedAt !== null) return { refused: 'revoked' };
      if (key.expiresAt !== null && key.expiresAt <= now) return { refused: 'expired' };
      onUse(key.keyId, now);
      const { accountId, keyId, role, apiTier, isVatExempt } = key;
      return { accountId, keyId, role, apiTier, isVatExempt };
    },
  };
}
