import { type Clock, HOUR_MS } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import { endInvitations, type Invited, insertInvitation } from './invitationStore.ts';
import type { Member } from './memberStore.ts';
import { newToken } from './token.ts';

export const INVITATION_MS = 72 * HOUR_MS;
export const RESET_MS = HOUR_MS;

/** A new invitation. Its token is available only now; the database keeps a hash. */
export interface IssuedInvitation extends Invited {
  token: string;
  expiresAt: Date;
}

/** Whoever has the link can set a password, once. Ends earlier invitations of the same address. */
export async function invite(database: Queryable, clock: Clock, invited: Invited): Promise<IssuedInvitation> {
  await endInvitations(database, invited, clock());
  return inviteFirst(database, clock, invited);
}

/** For an account that has just been inserted, and has no earlier ones. */
export const inviteFirst = (database: Queryable, clock: Clock, invited: Invited): Promise<IssuedInvitation> =>
  issueInvitation(database, clock, invited, INVITATION_MS);

/** A link for a member who forgot the password. Earlier ones stay valid: a stranger who asks cannot end them. */
export const issueResetLink = (database: Queryable, clock: Clock, member: Member): Promise<IssuedInvitation> => {
  const { accountId, memberId, email, name, role } = member;
  return issueInvitation(database, clock, { accountId, memberId, email, name, role }, RESET_MS);
};

async function issueInvitation(
  database: Queryable,
  clock: Clock,
  invited: Invited,
  lifetimeMs: number,
): Promise<IssuedInvitation> {
  const createdAt = clock();
  const { token, tokenSha256 } = newToken();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  await insertInvitation(database, { ...invited, invitationId: newId(), tokenSha256, createdAt, expiresAt });
  return { ...invited, token, expiresAt };
}

export const invitationUrl = (publicUrl: string, { token }: Pick<IssuedInvitation, 'token'>) =>
  `${publicUrl}/app/invitations/${token}`;
