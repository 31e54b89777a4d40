import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { replaceInvitations } from './invitationStore.ts';
import { newToken } from './token.ts';

const LIFETIME_MS = 72 * 3_600_000;

/** A new invitation. Its token is available only now; the database keeps a hash. */
export interface IssuedInvitation {
  email: string;
  token: string;
  expiresAt: Date;
}

/** Whoever has the link can set the password of the account's owner, once. */
export async function invite(
  database: Queryable,
  clock: Clock,
  accountId: string,
  email: string,
): Promise<IssuedInvitation> {
  const createdAt = clock();
  const { token, tokenSha256 } = newToken();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  await replaceInvitations(database, { accountId, email, tokenSha256, createdAt, expiresAt });
  return { email, token, expiresAt };
}

export const invitationUrl = (publicUrl: string, { token }: IssuedInvitation) =>
  `${publicUrl}/app/invitations/${token}`;
