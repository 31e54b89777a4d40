import { createHash } from 'node:crypto';
import { isKnownBrowser } from '../../accounts/knownBrowserStore.ts';
import type { Owner } from '../../accounts/ownerStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { addressKey } from '../../limits/clientAddress.ts';
import type { RateLimit, SignInLimits } from '../../limits/rateLimits.ts';

export interface Attempt {
  email: string;
  /** The client's IP address. */
  address: string;
  owner: Owner | undefined;
  browserSha256: Buffer | undefined;
}

// Limits may be counted in Redis, where addresses need not be readable.
const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Counts an attempt to sign in and returns the seconds to wait if there were too many. A browser that the owner has
 * used is counted separately, so nobody can lock an owner out by guessing.
 */
export async function secondsToWait(
  database: Queryable,
  limits: SignInLimits,
  { email, address, owner, browserSha256 }: Attempt,
): Promise<number> {
  const isKnown = browserSha256 && (await isKnownBrowser(database, owner?.accountId ?? '', browserSha256));
  const from = addressKey(address);
  const counted: [RateLimit, string][] = isKnown
    ? [[limits.browser, browserSha256.toString('base64url')]]
    : [
        [limits.address, from],
        [limits.pair, keyOf(`${from} ${email}`)],
        [limits.email, keyOf(email)],
      ];
  for (const [limit, key] of counted) {
    const { isExceeded, resetSeconds } = await limit.count(key);
    if (isExceeded) return resetSeconds;
  }
  return 0;
}
