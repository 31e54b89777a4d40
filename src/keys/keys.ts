import type { Note } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { generateApiKey, keyState, type Refusal } from './apiKey.ts';
import { insertKey, lockKey, type OwnKey, shortenKey } from './apiKeyStore.ts';

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
): Promise<IssuedKey> {
  const { keyId, apiKey, secretSha256 } = generateApiKey();
  const createdAt = clock();
  const expiresAt = lifetimeSeconds === null ? null : secondsAfter(createdAt, lifetimeSeconds);
  await insertKey(database, { keyId, name, accountId, secretSha256, createdAt, lifetimeSeconds, expiresAt });
  return { keyId, apiKey, expiresAt };
}

/**
 * Issues a new key at once. The old one stays valid for the overlap, so that a client can switch without a gap. The new
 * key has the old one's name and lifetime.
 */
export function rotateKey(
  database: Database,
  clock: Clock,
  key: OwnKey,
  overlapSeconds: number,
  note: Note,
): Promise<IssuedKey | Refusal> {
  return database.transaction(async (client) => {
    const now = clock();
    const old = await lockKey(client, key);
    if (!old) return { refused: 'unknown' };
    const state = keyState(old, now);
    if (state !== 'active') return { refused: state };
    await shortenKey(client, key, secondsAfter(now, overlapSeconds));
    const issued = await issueKey(client, clock, old.accountId, old.lifetimeSeconds, old.name);
    await note(client, 'KEY_ROTATED', { keyId: old.keyId, to: issued.keyId });
    return issued;
  });
}

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);
