import type { Queryable } from '../database/connection.ts';

/** More than any owner uses. It bounds the table however often an owner signs in. */
const MAX_OF_ACCOUNT = 20;

/** Remembers a browser in which the owner signed in, and forgets the oldest ones. */
export async function rememberBrowser(
  database: Queryable,
  accountId: string,
  tokenSha256: Buffer,
  now: Date,
): Promise<void> {
  await database.query({
    text: `WITH oldest AS (
             DELETE FROM known_browsers WHERE account_id = $1 AND token_sha256 IN (
               SELECT token_sha256 FROM known_browsers WHERE account_id = $1
                ORDER BY created_at DESC, token_sha256 OFFSET ${MAX_OF_ACCOUNT - 1}))
           INSERT INTO known_browsers (token_sha256, account_id, created_at) VALUES ($2, $1, $3)`,
    values: [accountId, tokenSha256, now],
  });
}

export async function isKnownBrowser(database: Queryable, accountId: string, tokenSha256: Buffer): Promise<boolean> {
  const { rows } = await database.query<{ any: boolean }>({
    text: `SELECT EXISTS (SELECT FROM known_browsers WHERE account_id = $1 AND token_sha256 = $2) AS any`,
    values: [accountId, tokenSha256],
  });
  return rows[0]?.any ?? false;
}

export async function forgetBrowsers(database: Queryable, accountId: string): Promise<void> {
  await database.query({ text: `DELETE FROM known_browsers WHERE account_id = $1`, values: [accountId] });
}
