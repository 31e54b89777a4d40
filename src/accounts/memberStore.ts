import type { Language, MemberRole } from '../contract/values.ts';
import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';

export interface OwnMember {
  accountId: string;
  memberId: string;
}

/** A person who signs in for an account. */
export interface Member extends OwnMember {
  email: string;
  /** False from the change of the address until the member follows a link sent to it. */
  isEmailProven: boolean;
  /** Empty until the member enters one. */
  name: string;
  role: MemberRole;
  /** The one the member last used, for mails. */
  language: Language;
  hasTotp: boolean;
  createdAt: Date;
}

export interface MemberWithPassword extends Member {
  passwordHash: string;
}

export type NewMember = Omit<MemberWithPassword, 'hasTotp' | 'isEmailProven'>;

const COLUMNS = `account_id AS "accountId", member_id AS "memberId", email, email_proven AS "isEmailProven", name, role, language,
                 totp_secret IS NOT NULL AS "hasTotp", created_at AS "createdAt"`;

/** Takes no account: the e-mail address decides whose it is. */
export async function findMemberByEmail(database: Queryable, email: string): Promise<MemberWithPassword | undefined> {
  const { rows } = await database.query<MemberWithPassword>({
    text: `SELECT ${COLUMNS}, password_hash AS "passwordHash" FROM members WHERE email = $1`,
    values: [email],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0];
}

export async function findMember(
  database: Queryable,
  { accountId, memberId }: OwnMember,
): Promise<MemberWithPassword | undefined> {
  const { rows } = await database.query<MemberWithPassword>({
    text: `SELECT ${COLUMNS}, password_hash AS "passwordHash" FROM members WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId],
  });
  return rows[0];
}

/** Oldest first. */
export async function listMembers(database: Queryable, accountId: string): Promise<Member[]> {
  const { rows } = await database.query<Member>({
    text: `SELECT ${COLUMNS} FROM members WHERE account_id = $1 ORDER BY created_at, member_id`,
    values: [accountId],
  });
  return rows;
}

/** Locks the members of an account until the transaction ends, so that two changes cannot take away its last owner. */
export async function lockMembers(
  database: Queryable,
  accountId: string,
): Promise<{ memberId: string; role: MemberRole }[]> {
  const { rows } = await database.query<{ memberId: string; role: MemberRole }>({
    text: `SELECT member_id AS "memberId", role FROM members WHERE account_id = $1 ORDER BY member_id FOR UPDATE`,
    values: [accountId],
  });
  return rows;
}

export async function insertMember(database: Queryable, member: NewMember): Promise<void> {
  await database.query({
    text: `INSERT INTO members (account_id, member_id, email, name, role, language, password_hash, created_at, changed_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    values: [
      member.accountId,
      member.memberId,
      member.email,
      member.name,
      member.role,
      member.language,
      member.passwordHash,
      member.createdAt,
    ],
  });
}

/** What can be changed of a member; what is undefined stays. */
interface MemberChanges {
  /** A new address is not proven yet. */
  email?: string;
  isEmailProven?: true;
  name?: string;
  role?: MemberRole;
  language?: Language;
  passwordHash?: string;
}

export async function updateMember(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  changes: MemberChanges,
  now: Date,
): Promise<void> {
  const { email, isEmailProven = false, name, role, language, passwordHash } = changes;
  await database.query({
    text: `UPDATE members SET email = coalesce($3, email), name = coalesce($4, name), role = coalesce($5, role),
                              language = coalesce($6, language), password_hash = coalesce($7, password_hash), changed_at = $8,
                              email_proven = $9 OR (email_proven AND email = coalesce($3, email))
            WHERE account_id = $1 AND member_id = $2`,
    values: [
      accountId,
      memberId,
      email ?? null,
      name ?? null,
      role ?? null,
      language ?? null,
      passwordHash ?? null,
      now,
      isEmailProven,
    ],
  });
}

/** Also deletes the member's sessions, known browsers and recovery codes. */
export async function deleteMember(database: Queryable, { accountId, memberId }: OwnMember): Promise<void> {
  await database.query({
    text: `DELETE FROM members WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId],
  });
}
