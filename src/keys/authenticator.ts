import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { batched } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import { DUMMY_HASH, hashSecret, keyState, parseApiKey, type Refusal, secretMatches } from './apiKey.ts';
import { findKeys, type KnownKey } from './apiKeyStore.ts';
import { type KeyRule, ruleOf } from './restrictions.ts';

/** The account behind a request. */
export type Caller = Pick<KnownKey, 'accountId' | 'keyId' | 'role' | 'apiTier' | 'isVatExempt'> & {
  rule: KeyRule | null;
};

export interface Authenticator {
  /** Synchronous while the key is cached; otherwise a promise. */
  verify(apiKey: string): Verdict | Promise<Verdict>;
}

type Verdict = Caller | Refusal;

/**
 * A key that was read is trusted for less than a second and then read again, so a revocation takes effect everywhere
 * within a second without any notification. A tenth of a second is left for the request in flight.
 */
const TRUST_MS = 900;
const MAX_TRUSTED_KEYS = 10_000;

export function createAuthenticator(
  database: Queryable,
  clock: Clock,
  onUse: (keyId: string, at: Date) => void,
): Authenticator {
  const readKey = createKeyReader(database);
  const judge = (key: VerifiedKey | undefined): Verdict => {
    if (!key) return { refused: 'unknown' };
    const now = clock();
    const state = keyState(key.record, now);
    if (state !== 'active') return { refused: state };
    onUse(key.caller.keyId, now);
    return key.caller;
  };
  return {
    verify(apiKey) {
      const parsed = parseApiKey(apiKey);
      if (!parsed) return { refused: 'unknown' };
      const key = readKey(parsed.keyId, hashSecret(parsed.secret));
      return key instanceof Promise ? key.then(judge) : judge(key);
    },
  };
}

interface VerifiedKey {
  record: KnownKey;
  caller: Caller;
}

/**
 * Reads keys, many per statement, and each at most once per TRUST_MS. The cache answers only when the secret matches: a
 * wrong secret is looked up and compared just like an unknown id, so the response does not reveal which ids exist. The
 * database takes a little longer for a row than for none; identifiers are not secret.
 */
function createKeyReader(
  database: Queryable,
): (keyId: string, secretSha256: Buffer) => VerifiedKey | Promise<VerifiedKey | undefined> {
  const trusted = new LRUCache<string, VerifiedKey>({ max: MAX_TRUSTED_KEYS, ttl: TRUST_MS });
  const read = batched<string, KnownKey | undefined>({
    maxRows: 500,
    maxInFlight: 2,
    accountOf: (keyId) => keyId,
    async run(keyIds) {
      const found = await findKeys(database, keyIds);
      return keyIds.map((keyId) => found.get(keyId));
    },
  });
  const readAnew = async (keyId: string, secretSha256: Buffer, readAt: number) => {
    const record = await read(keyId);
    const isRight = secretMatches(secretSha256, record?.secretSha256 ?? DUMMY_HASH);
    if (!record || !isRight) return undefined;
    const { accountId, role, apiTier, isVatExempt } = record;
    const key = { record, caller: { accountId, keyId, role, apiTier, isVatExempt, rule: ruleOf(record) } };
    trusted.set(keyId, key, { start: readAt }); // counted from before the read: the key may have been revoked since
    return key;
  };
  return (keyId, secretSha256) => {
    const entry = trusted.get(keyId);
    if (entry && secretMatches(secretSha256, entry.record.secretSha256)) return entry;
    return readAnew(keyId, secretSha256, performance.now()); // the cache's clock, which cannot be set back
  };
}
