import { type Clock, HOUR_MS } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import { endInvitations, type Invited, insertInvitation } from './invitationStore.ts';
import { newToken } from './token.ts';

const LIFETIME_MS = 72 * HOUR_MS;

/** A new invitation. Its token is available only now; the database keeps a hash. */
export interface IssuedInvitation extends Invited {
  token: string;
  expiresAt: Date;
}

/** Whoever has the link can set a password, once. Ends earlier invitations of the same address. */
export async function invite(database: Queryable, clock: Clock, invited: Invited): Promise<IssuedInvitation> {
  await endInvitations(database, invited, clock());
  return issueInvitation(database, clock, invited, LIFETIME_MS);
}

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
