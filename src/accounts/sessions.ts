import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import {
  clearSessions,
  findSession,
  insertSession,
  type KnownSession,
  type SessionBounds,
  touchSession,
} from './sessionStore.ts';
import { newToken } from './token.ts';

const HOUR_MS = 3_600_000;
const MAX_IDLE_MS = 24 * HOUR_MS;
export const MAX_SESSION_MS = 14 * 24 * HOUR_MS;
/** Noting every use would be a write a page; a few minutes more or less of a day do not matter. */
const NOTED_EVERY_MS = 5 * 60_000;

export function sessionBounds(now: Date): SessionBounds {
  return {
    seenAfter: new Date(now.getTime() - MAX_IDLE_MS),
    createdAfter: new Date(now.getTime() - MAX_SESSION_MS),
  };
}

/** Answers with the token, for the browser's cookie. */
export async function openSession(database: Queryable, clock: Clock, accountId: string): Promise<string> {
  const now = clock();
  const { token, tokenSha256 } = newToken();
  await clearSessions(database, accountId, sessionBounds(now));
  await insertSession(database, { tokenSha256, accountId, createdAt: now });
  return token;
}

/** The session that a token stands for, if it still lives; that it was used keeps it alive. */
export async function resumeSession(
  database: Queryable,
  clock: Clock,
  tokenSha256: Buffer,
): Promise<KnownSession | undefined> {
  const now = clock();
  const session = await findSession(database, tokenSha256, sessionBounds(now));
  if (session && now.getTime() - session.seenAt.getTime() > NOTED_EVERY_MS)
    await touchSession(database, session.account.accountId, tokenSha256, now);
  return session;
}
