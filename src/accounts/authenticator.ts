import type { Clock } from '../clock.ts';
import { batched } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import { hashSecret, keyState, NOBODYS_HASH, parseApiKey, type Refusal, secretMatches } from './apiKey.ts';
import { findKeys, type KnownKey } from './apiKeyStore.ts';

/** The account behind a request. */
export type Caller = Pick<KnownKey, 'accountId' | 'keyId' | 'role' | 'apiTier' | 'isVatExempt'>;

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
  const openKey = createKeyOpener(database);
  return {
    async verify(apiKey) {
      const parsed = parseApiKey(apiKey);
      const key = parsed && (await openKey(parsed.keyId, hashSecret(parsed.secret)));
      if (!key) return { refused: 'unknown' };
      const now = clock();
      const state = keyState(key, now);
      if (state !== 'active') return { refused: state };
      onUse(key.keyId, now);
      const { accountId, keyId, role, apiTier, isVatExempt } = key;
      return { accountId, keyId, role, apiTier, isVatExempt };
    },
  };
}

/**
 * Reads keys, many in one statement, and each at most once in the time it is trusted. Only who holds the secret finds a
 * trusted key: a wrong secret is looked up and compared just as an unknown id is, so that neither the answer nor the time
 * it takes tells which ids there are.
 */
function createKeyOpener(database: Queryable): (keyId: string, secretSha256: Buffer) => Promise<KnownKey | undefined> {
  const trusted = new Map<string, { key: KnownKey; readAt: number }>();
  const read = batched<string, KnownKey | undefined>({
    maxRows: 500,
    maxInFlight: 2,
    async run(keyIds) {
      const found = await findKeys(database, keyIds);
      return keyIds.map((keyId) => found.get(keyId));
    },
  });
  return async (keyId, secretSha256) => {
    const now = performance.now(); // not the wall clock: trust must not outlive a clock that is set back
    const entry = trusted.get(keyId);
    const isFresh = entry !== undefined && now - entry.readAt < TRUST_MS;
    if (isFresh && secretMatches(secretSha256, entry.key.secretSha256)) return entry.key;
    const key = await read(keyId);
    const isOpen = secretMatches(secretSha256, key?.secretSha256 ?? NOBODYS_HASH);
    if (!key || !isOpen) return undefined;
    trusted.delete(keyId);
    if (trusted.size >= MOST_TRUSTED_KEYS) trusted.clear();
    trusted.set(keyId, { key, readAt: now });
    return key;
  };
}
