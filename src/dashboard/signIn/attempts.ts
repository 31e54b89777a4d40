import { createHash } from 'node:crypto';
import { isKnownBrowser } from '../../accounts/knownBrowserStore.ts';
import type { OwnMember } from '../../accounts/memberStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { addressKey } from '../../limits/clientAddress.ts';
import type { RateLimit, SignInLimits } from '../../limits/rateLimits.ts';

export interface Attempt {
  email: string;
  /** The client's IP address. */
  address: string;
  member: OwnMember | undefined;
  browserSha256: Buffer | undefined;
}

// Limits may be counted in Redis, which should not hold readable addresses.
export const limitKey = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Counts an attempt to sign in and returns the seconds to wait if there were too many. A browser that the
 * member has used is counted separately, so nobody can lock a member out by guessing.
 */
export async function secondsToWait(
  database: Queryable,
  limits: SignInLimits,
  { email, address, member, browserSha256 }: Attempt,
): Promise<number> {
  const isKnown = member && browserSha256 && (await isKnownBrowser(database, member, browserSha256));
  const from = addressKey(address);
  const counted: [RateLimit, string][] = isKnown
    ? [[limits.browser, browserSha256.toString('base64url')]]
    : [
        [limits.address, from],
        [limits.pair, limitKey(`${from} ${email}`)],
        [limits.email, limitKey(email)],
      ];
  for (const [limit, key] of counted) {
    const { isExceeded, resetSeconds } = await limit.count(key);
    if (isExceeded) return resetSeconds;
  }
  return 0;
}
