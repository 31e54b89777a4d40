import type { Queryable } from '../database/connection.ts';
import type { OwnMember } from './memberStore.ts';

/** More than anybody uses. It bounds the table however often a member signs in. */
const MAX_OF_MEMBER = 20;

/** Remembers a browser in which the member signed in, and forgets the oldest ones. */
export async function rememberBrowser(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  tokenSha256: Buffer,
  now: Date,
): Promise<void> {
  await database.query({
    text: `WITH oldest AS (
             DELETE FROM member_browsers WHERE account_id = $1 AND member_id = $2 AND token_sha256 IN (
               SELECT token_sha256 FROM member_browsers WHERE account_id = $1 AND member_id = $2
                ORDER BY created_at DESC, token_sha256 OFFSET ${MAX_OF_MEMBER - 1}))
           INSERT INTO member_browsers (account_id, member_id, token_sha256, created_at) VALUES ($1, $2, $3, $4)`,
    values: [accountId, memberId, tokenSha256, now],
  });
}

export async function isKnownBrowser(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  tokenSha256: Buffer,
): Promise<boolean> {
  const { rows } = await database.query<{ any: boolean }>({
    text: `SELECT EXISTS (SELECT FROM member_browsers
                           WHERE account_id = $1 AND member_id = $2 AND token_sha256 = $3) AS any`,
    values: [accountId, memberId, tokenSha256],
  });
  return rows[0]?.any ?? false;
}

export async function forgetBrowsers(database: Queryable, { accountId, memberId }: OwnMember): Promise<void> {
  await database.query({
    text: `DELETE FROM member_browsers WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId],
  });
}
