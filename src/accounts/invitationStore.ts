import type { MemberRole } from '../contract/values.ts';
import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';

/** Whom an invitation is for. */
export interface Invited {
  accountId: string;
  /** The member whose password it sets; null if it creates a member. */
  memberId: string | null;
  email: string;
  name: string;
  role: MemberRole;
}

/** An invitation that can still be accepted. */
export interface Invitation extends Invited {
  invitationId: string;
  expiresAt: Date;
}

interface InvitationToStore extends Invitation {
  tokenSha256: Buffer;
  createdAt: Date;
}

const COLUMNS = `account_id AS "accountId", invitation_id AS "invitationId", member_id AS "memberId", email, name, role, expires_at AS "expiresAt"`;

export async function insertInvitation(database: Queryable, invitation: InvitationToStore): Promise<void> {
  const { accountId, invitationId, memberId, tokenSha256, email, name, role, createdAt, expiresAt } = invitation;
  await database.query({
    text: `INSERT INTO member_invitations (account_id, invitation_id, member_id, token_sha256, email, name, role, created_at,
                                           expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [accountId, invitationId, memberId, tokenSha256, email, name, role, createdAt, expiresAt],
  });
}

/** Ends the invitations of one address or member, and deletes the account's expired ones. */
export async function endInvitations(
  database: Queryable,
  { accountId, memberId, email }: Pick<Invited, 'accountId' | 'memberId' | 'email'>,
  now: Date,
): Promise<void> {
  await database.query({
    text: `WITH over AS (DELETE FROM member_invitations WHERE account_id = $1 AND expires_at < $4)
           UPDATE member_invitations SET used_at = $4
            WHERE account_id = $1 AND (email = $2 OR member_id = $3) AND used_at IS NULL AND expires_at >= $4`,
    values: [accountId, email, memberId, now],
  });
}

/** Those that can still be accepted, of people who are not members yet; oldest first. */
export async function listInvitations(database: Queryable, accountId: string, now: Date): Promise<Invitation[]> {
  const { rows } = await database.query<Invitation>({
    text: `SELECT ${COLUMNS} FROM member_invitations
            WHERE account_id = $1 AND used_at IS NULL AND expires_at > $2 AND member_id IS NULL
            ORDER BY created_at, invitation_id`,
    values: [accountId, now],
  });
  return rows;
}

/** Returns who was invited, if there was such an invitation. */
export async function withdrawInvitation(
  database: Queryable,
  accountId: string,
  invitationId: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await database.query<{ email: string }>({
    text: `UPDATE member_invitations SET used_at = $3 WHERE account_id = $1 AND invitation_id = $2 AND used_at IS NULL
           RETURNING email`,
    values: [accountId, invitationId, now],
  });
  return rows[0]?.email;
}

/** Takes no account: the token decides whose invitation it is. */
export async function findInvitation(
  database: Queryable,
  tokenSha256: Buffer,
  now: Date,
): Promise<(Invitation & { accountName: string }) | undefined> {
  const { rows } = await database.query<Invitation & { accountName: string }>({
    text: `SELECT i.account_id AS "accountId", i.invitation_id AS "invitationId", i.member_id AS "memberId", i.email,
                  i.name, i.role, i.expires_at AS "expiresAt", a.name AS "accountName"
             FROM member_invitations i JOIN accounts a USING (account_id)
            WHERE i.token_sha256 = $1 AND i.used_at IS NULL AND i.expires_at > $2`,
    values: [tokenSha256, now],
    actsFor: ALL_ACCOUNTS,
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
    text: `UPDATE member_invitations SET used_at = $2 WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > $2
           RETURNING ${COLUMNS}`,
    values: [tokenSha256, now],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0];
}
