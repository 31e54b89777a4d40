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
/** Long enough to find the phone. */
const PENDING_MS = 10 * 60_000;
/** Recording every use would be one write per page; a few minutes more or less do not matter for a day's limit. */
export const NOTED_EVERY_MS = 5 * 60_000;

export function sessionBounds(now: Date): SessionBounds {
  return {
    seenAfter: new Date(now.getTime() - MAX_IDLE_MS),
    createdAfter: new Date(now.getTime() - MAX_SESSION_MS),
  };
}

/** Returns the token, for the browser's cookie. */
export const openSession = (
  database: Queryable,
  clock: Clock,
  own: OwnMember,
  origin: SessionOrigin,
): Promise<string> => storeSession(database, own, origin, clock(), null);

/** A session that becomes one with the second factor. Returns the token, for a cookie of its own. */
export const openPendingSession = (
  database: Queryable,
  clock: Clock,
  own: OwnMember,
  origin: SessionOrigin,
): Promise<string> => storeSession(database, own, origin, clock(), new Date(clock().getTime() + PENDING_MS));

async function storeSession(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  origin: SessionOrigin,
  now: Date,
  pendingUntil: Date | null,
): Promise<string> {
  const { token, tokenSha256 } = newToken();
  const session = { accountId, memberId, sessionId: newId(), tokenSha256, createdAt: now, pendingUntil, ...origin };
  await clearSessions(database, session, sessionBounds(now));
  await insertSession(database, session);
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
