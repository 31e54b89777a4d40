import type { MemberRole } from '../contract/values.ts';
import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';
import type { Account } from './accountStore.ts';
import type { Member, OwnMember } from './memberStore.ts';

/** A session with the details of account and member that every page shows. */
export interface KnownSession {
  account: Account;
  member: Pick<Member, 'accountId' | 'memberId' | 'email' | 'isEmailProven' | 'name' | 'role' | 'hasTotp'>;
  sessionId: string;
  seenAt: Date;
  /** When the member last entered the password. */
  confirmedAt: Date;
}

/** A session expires when it is unused for too long or too old. */
export interface SessionBounds {
  seenAfter: Date;
  createdAfter: Date;
}

export interface OwnSession extends OwnMember {
  sessionId: string;
}

/** Where a session is used from. */
export interface SessionOrigin {
  userAgent: string;
  /** The client's IP address. */
  address: string;
}

interface SessionToStore extends OwnSession, SessionOrigin {
  tokenSha256: Buffer;
  createdAt: Date;
  /** Until when the second factor may follow; null for a session that is complete. */
  pendingUntil: Date | null;
}

export async function insertSession(database: Queryable, session: SessionToStore): Promise<void> {
  const { accountId, memberId, sessionId, tokenSha256, createdAt, pendingUntil, userAgent, address } = session;
  await database.query({
    text: `INSERT INTO member_sessions (account_id, member_id, session_id, token_sha256, created_at, seen_at, confirmed_at,
                                        pending_until, user_agent, address)
           VALUES ($1, $2, $3, $4, $5, $5, $5, $6, $7, $8)`,
    values: [accountId, memberId, sessionId, tokenSha256, createdAt, pendingUntil, userAgent, address],
  });
}

interface SessionRow extends Account, Omit<KnownSession, 'account' | 'member'> {
  memberId: string;
  email: string;
  isEmailProven: boolean;
  memberName: string;
  memberRole: MemberRole;
  hasTotp: boolean;
}

/** Takes no account: the token decides whose session it is. */
export async function findSession(
  database: Queryable,
  tokenSha256: Buffer,
  { seenAfter, createdAfter }: SessionBounds,
): Promise<KnownSession | undefined> {
  const { rows } = await database.query<SessionRow>({
    name: 'find_session',
    text: `SELECT a.account_id AS "accountId", a.name, a.role, a.api_tier AS "apiTier", a.vat_exempt AS "isVatExempt",
                  a.created_at AS "createdAt", m.member_id AS "memberId", m.email, m.email_proven AS "isEmailProven",
                  m.name AS "memberName", m.role AS "memberRole", m.totp_secret IS NOT NULL AS "hasTotp",
                  s.session_id AS "sessionId", s.seen_at AS "seenAt", s.confirmed_at AS "confirmedAt"
             FROM member_sessions s
             JOIN accounts a ON a.account_id = s.account_id
             JOIN members m ON m.account_id = s.account_id AND m.member_id = s.member_id
            WHERE s.token_sha256 = $1 AND s.seen_at > $2 AND s.created_at > $3 AND s.pending_until IS NULL`,
    values: [tokenSha256, seenAfter, createdAfter],
    actsFor: ALL_ACCOUNTS,
  });
  const [row] = rows;
  if (!row) return undefined;
  const {
    memberId,
    email,
    isEmailProven,
    memberName,
    memberRole,
    hasTotp,
    sessionId,
    seenAt,
    confirmedAt,
    ...account
  } = row;
  const { accountId } = account;
  const member = { accountId, memberId, email, isEmailProven, name: memberName, role: memberRole, hasTotp };
  return { account, member, sessionId, seenAt, confirmedAt };
}

/** A session whose password was right and whose second factor is missing. Takes no account: the token decides. */
export async function findPendingSession(
  database: Queryable,
  tokenSha256: Buffer,
  now: Date,
): Promise<{ member: Member; sessionId: string } | undefined> {
  const { rows } = await database.query<Member & { sessionId: string }>({
    text: `SELECT m.account_id AS "accountId", m.member_id AS "memberId", m.email,
                  m.email_proven AS "isEmailProven", m.name, m.role, m.language,
                  m.totp_secret IS NOT NULL AS "hasTotp", m.created_at AS "createdAt", s.session_id AS "sessionId"
             FROM member_sessions s JOIN members m ON m.account_id = s.account_id AND m.member_id = s.member_id
            WHERE s.token_sha256 = $1 AND s.pending_until > $2 AND m.totp_secret IS NOT NULL`,
    values: [tokenSha256, now],
    actsFor: ALL_ACCOUNTS,
  });
  const [row] = rows;
  if (!row) return undefined;
  const { sessionId, ...member } = row;
  return { member, sessionId };
}

export async function touchSession(
  database: Queryable,
  { accountId, memberId, sessionId }: OwnSession,
  address: string,
  now: Date,
): Promise<void> {
  await database.query({
    text: `UPDATE member_sessions SET seen_at = $4, address = $5
            WHERE account_id = $1 AND member_id = $2 AND session_id = $3`,
    values: [accountId, memberId, sessionId, now, address],
  });
}

/** The member has entered the password again. */
export async function confirmSession(
  database: Queryable,
  { accountId, memberId, sessionId }: OwnSession,
  now: Date,
): Promise<void> {
  await database.query({
    text: `UPDATE member_sessions SET confirmed_at = $4 WHERE account_id = $1 AND member_id = $2 AND session_id = $3`,
    values: [accountId, memberId, sessionId, now],
  });
}

/** A session as its member sees it. */
export interface ListedSession extends SessionOrigin {
  sessionId: string;
  createdAt: Date;
  /** To within a few minutes. */
  seenAt: Date;
}

/** Most recently used first. */
export async function listSessions(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  bounds: SessionBounds,
): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>({
    name: 'list_sessions',
    text: `SELECT session_id AS "sessionId", created_at AS "createdAt", seen_at AS "seenAt", user_agent AS "userAgent", address
             FROM member_sessions
            WHERE account_id = $1 AND member_id = $2 AND seen_at > $3 AND created_at > $4 AND pending_until IS NULL
            ORDER BY seen_at DESC, session_id`,
    values: [accountId, memberId, bounds.seenAfter, bounds.createdAfter],
  });
  return rows;
}

/** False if there was none. */
export async function endSession(
  database: Queryable,
  { accountId, memberId, sessionId }: OwnSession,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `DELETE FROM member_sessions WHERE account_id = $1 AND member_id = $2 AND session_id = $3`,
    values: [accountId, memberId, sessionId],
  });
  return rowCount === 1;
}

export async function endOtherSessions(
  database: Queryable,
  { accountId, memberId, sessionId }: OwnSession,
): Promise<void> {
  await database.query({
    text: `DELETE FROM member_sessions WHERE account_id = $1 AND member_id = $2 AND session_id <> $3`,
    values: [accountId, memberId, sessionId],
  });
}

export async function endAllSessions(database: Queryable, { accountId, memberId }: OwnMember): Promise<void> {
  await database.query({
    text: `DELETE FROM member_sessions WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId],
  });
}

/** Deletes the member's expired sessions. */
export async function clearSessions(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  bounds: SessionBounds,
): Promise<void> {
  await database.query({
    text: `DELETE FROM member_sessions
            WHERE account_id = $1 AND member_id = $2 AND (seen_at <= $3 OR created_at <= $4)`,
    values: [accountId, memberId, bounds.seenAfter, bounds.createdAfter],
  });
}
