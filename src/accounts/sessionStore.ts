import type { Queryable } from '../database/connection.ts';
import type { Account } from './accountStore.ts';

/** A session with the account details that every page shows. */
export interface KnownSession {
  account: Account;
  email: string;
  seenAt: Date;
}

/** A session expires when it is unused for too long or too old. */
export interface SessionBounds {
  seenAfter: Date;
  createdAfter: Date;
}

export interface SessionToStore {
  tokenSha256: Buffer;
  accountId: string;
  createdAt: Date;
}

export async function insertSession(database: Queryable, session: SessionToStore): Promise<void> {
  await database.query({
    text: `INSERT INTO sessions (token_sha256, account_id, created_at, seen_at) VALUES ($1, $2, $3, $3)`,
    values: [session.tokenSha256, session.accountId, session.createdAt],
  });
}

/** Takes no account: the token decides whose session it is. */
export async function findSession(
  database: Queryable,
  tokenSha256: Buffer,
  { seenAfter, createdAfter }: SessionBounds,
): Promise<KnownSession | undefined> {
  const { rows } = await database.query<Account & Omit<KnownSession, 'account'>>({
    name: 'find_session',
    text: `SELECT a.account_id AS "accountId", a.name, a.role, a.api_tier AS "apiTier", a.vat_exempt AS "isVatExempt",
                  a.created_at AS "createdAt", o.email, s.seen_at AS "seenAt"
             FROM sessions s JOIN accounts a USING (account_id) JOIN owners o USING (account_id)
            WHERE s.token_sha256 = $1 AND s.seen_at > $2 AND s.created_at > $3`,
    values: [tokenSha256, seenAfter, createdAfter],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { email, seenAt, ...account } = row;
  return { account, email, seenAt };
}

export async function touchSession(
  database: Queryable,
  accountId: string,
  tokenSha256: Buffer,
  now: Date,
): Promise<void> {
  await database.query({
    text: `UPDATE sessions SET seen_at = $3 WHERE account_id = $1 AND token_sha256 = $2`,
    values: [accountId, tokenSha256, now],
  });
}

export async function countSessions(database: Queryable, accountId: string, bounds: SessionBounds): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: 'count_sessions',
    text: `SELECT count(*) FROM sessions WHERE account_id = $1 AND seen_at > $2 AND created_at > $3`,
    values: [accountId, bounds.seenAfter, bounds.createdAfter],
  });
  return rows[0]?.count ?? 0;
}

export async function endSession(database: Queryable, accountId: string, tokenSha256: Buffer): Promise<void> {
  await database.query({
    text: `DELETE FROM sessions WHERE account_id = $1 AND token_sha256 = $2`,
    values: [accountId, tokenSha256],
  });
}

export async function endAllSessions(database: Queryable, accountId: string): Promise<void> {
  await database.query({ text: `DELETE FROM sessions WHERE account_id = $1`, values: [accountId] });
}

/** Deletes the account's expired sessions. */
export async function clearSessions(database: Queryable, accountId: string, bounds: SessionBounds): Promise<void> {
  await database.query({
    text: `DELETE FROM sessions WHERE account_id = $1 AND (seen_at <= $2 OR created_at <= $3)`,
    values: [accountId, bounds.seenAfter, bounds.createdAfter],
  });
}
