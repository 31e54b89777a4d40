import { type Clock, HOUR_MS } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import type { OwnMember } from './memberStore.ts';
import {
  clearSessions,
  findSession,
  insertSession,
  type KnownSession,
  type OwnSession,
  type SessionBounds,
  type SessionOrigin,
  touchSession,
} from './sessionStore.ts';
import { newToken } from './token.ts';

const MAX_IDLE_MS = 24 * HOUR_MS;
export const MAX_SESSION_MS = 14 * 24 * HOUR_MS;
/** Recording every use would be one write per page; a few minutes more or less do not matter for a day's limit. */
const NOTED_EVERY_MS = 5 * 60_000;

export function sessionBounds(now: Date): SessionBounds {
  return {
    seenAfter: new Date(now.getTime() - MAX_IDLE_MS),
    createdAfter: new Date(now.getTime() - MAX_SESSION_MS),
  };
}

/** Returns the token, for the browser's cookie. */
export async function openSession(
  database: Queryable,
  clock: Clock,
  { accountId, memberId }: OwnMember,
  origin: SessionOrigin,
): Promise<string> {
  const now = clock();
  const { token, tokenSha256 } = newToken();
  await clearSessions(database, { accountId, memberId }, sessionBounds(now));
  await insertSession(database, { accountId, memberId, sessionId: newId(), tokenSha256, createdAt: now, ...origin });
  return token;
}

/** The session of a token, unless it has expired. Using a session keeps it alive. */
export async function resumeSession(
  database: Queryable,
  clock: Clock,
  tokenSha256: Buffer,
  address: string,
): Promise<KnownSession | undefined> {
  const now = clock();
  const session = await findSession(database, tokenSha256, sessionBounds(now));
  if (session && now.getTime() - session.seenAt.getTime() > NOTED_EVERY_MS)
    await touchSession(database, ownSession(session), address, now);
  return session;
}

export const ownSession = ({ member: { accountId, memberId }, sessionId }: KnownSession): OwnSession => ({
  accountId,
  memberId,
  sessionId,
});
