import type { Queryable } from '../database/connection.ts';

/** An invitation that can still be accepted. */
export interface Invitation {
  accountId: string;
  email: string;
}

export interface InvitationToStore extends Invitation {
  tokenSha256: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

/** Ends the account's earlier invitations. */
export async function replaceInvitations(database: Queryable, invitation: InvitationToStore): Promise<void> {
  const { tokenSha256, accountId, email, createdAt, expiresAt } = invitation;
  await endInvitations(database, accountId, createdAt);
  await database.query({
    text: `INSERT INTO invitations (token_sha256, account_id, email, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    values: [tokenSha256, accountId, email, createdAt, expiresAt],
  });
}

export async function endInvitations(database: Queryable, accountId: string, now: Date): Promise<void> {
  await database.query({
    text: `WITH over AS (DELETE FROM invitations WHERE account_id = $1 AND expires_at < $2)
           UPDATE invitations SET used_at = $2 WHERE account_id = $1 AND used_at IS NULL AND expires_at >= $2`,
    values: [accountId, now],
  });
}

/** Takes no account: the token decides whose invitation it is. */
export async function findInvitation(
  database: Queryable,
  tokenSha256: Buffer,
  now: Date,
): Promise<Invitation | undefined> {
  const { rows } = await database.query<Invitation>({
    text: `SELECT account_id AS "accountId", email FROM invitations
            WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > $2`,
    values: [tokenSha256, now],
  });
  return rows[0];
}

/** If two requests bring the same token, only one gets the invitation. */
export async function useInvitation(
  database: Queryable,
  tokenSha256: Buffer,
  now: Date,
): Promise<Invitation | undefined> {
  const { rows } = await database.query<Invitation>({
    text: `UPDATE invitations SET used_at = $2 WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > $2
           RETURNING account_id AS "accountId", email`,
    values: [tokenSha256, now],
  });
  return rows[0];
}
