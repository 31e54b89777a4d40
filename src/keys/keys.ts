import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { generateApiKey, keyState, type Refusal } from './apiKey.ts';
import { insertKey, lockKey, type OwnKey, shortenKey } from './apiKeyStore.ts';

/** An API key at the one moment when it can be seen. */
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
 * A new key at once; the old one lives on for the overlap, so that a caller can change over without a gap.
 * The new key has the old one's name, and lives as long as that was made to live.
 */
export function rotateKey(
  database: Database,
  clock: Clock,
  key: OwnKey,
  overlapSeconds: number,
): Promise<IssuedKey | Refusal> {
  return database.transaction(async (client) => {
    const now = clock();
    const old = await lockKey(client, key);
    if (!old) return { refused: 'unknown' };
    const state = keyState(old, now);
    if (state !== 'active') return { refused: state };
    await shortenKey(client, key, secondsAfter(now, overlapSeconds));
    return issueKey(client, clock, old.accountId, old.lifetimeSeconds, old.name);
  });
}

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);
