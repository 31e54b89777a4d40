import type { Note } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { generateApiKey, keyState, type Refusal } from './apiKey.ts';
import { insertKey, listKeys, lockForNewKey, lockKey, type OwnKey, shortenKey } from './apiKeyStore.ts';
import { type Restrictions, UNRESTRICTED } from './restrictions.ts';

/** A new API key. It is available only now; the database keeps a hash. */
export interface IssuedKey {
  keyId: string;
  apiKey: string;
  expiresAt: Date | null;
}

export async function issueKey(
  database: Queryable,
  clock: Clock,
  accountId: string,
  lifetimeSeconds: number | null,
  name: string | null = null,
  { scopes, networks }: Restrictions = UNRESTRICTED,
): Promise<IssuedKey> {
  const { keyId, apiKey, secretSha256 } = generateApiKey();
  const createdAt = clock();
  const expiresAt = lifetimeSeconds === null ? null : secondsAfter(createdAt, lifetimeSeconds);
  const validity = { createdAt, lifetimeSeconds, expiresAt };
  await insertKey(database, { keyId, name, accountId, secretSha256, ...validity, scopes, networks });
  return { keyId, apiKey, expiresAt };
}

/**
 * Issues a new key at once. The old one stays valid for the overlap, so that a client can switch without a gap. The new
 * key has the old one's name, lifetime and restrictions.
 */
export function rotateKey(
  database: Database,
  clock: Clock,
  key: OwnKey,
  overlapSeconds: number,
  note: Note,
): Promise<IssuedKey | Refusal | { refused: 'too_many' }> {
  return database.transaction(async (client) => {
    const now = clock();
    const old = await lockKey(client, key);
    if (!old) return { refused: 'unknown' };
    const state = keyState(old, now);
    if (state !== 'active') return { refused: state };
    if (overlapSeconds > 0 && !(await hasRoomForKey(client, old.accountId, now))) return { refused: 'too_many' };
    await shortenKey(client, key, secondsAfter(now, overlapSeconds));
    const issued = await issueKey(client, clock, old.accountId, old.lifetimeSeconds, old.name, old);
    await note(client, 'KEY_ROTATED', { keyId: old.keyId, to: issued.keyId });
    return issued;
  });
}

export const MAX_ACTIVE_KEYS = 50;

/**
 * A rotation with an overlap needs room too: both keys are active. There is room until the transaction ends: another one that
 * wants to add a key waits.
 */
export async function hasRoomForKey(transaction: Queryable, accountId: string, now: Date): Promise<boolean> {
  await lockForNewKey(transaction, accountId);
  const active = (await listKeys(transaction, accountId)).filter((key) => keyState(key, now) === 'active');
  return active.length < MAX_ACTIVE_KEYS;
}

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);
