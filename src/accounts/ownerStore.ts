import type { Queryable } from '../database/connection.ts';

/** The person who may sign in for an account. */
export interface Owner {
  accountId: string;
  email: string;
  passwordHash: string;
}

/** Takes no account: the e-mail address decides whose it is. */
export async function findOwnerByEmail(database: Queryable, email: string): Promise<Owner | undefined> {
  const { rows } = await database.query<Owner>({
    text: `SELECT account_id AS "accountId", email, password_hash AS "passwordHash" FROM owners WHERE email = $1`,
    values: [email],
  });
  return rows[0];
}

export async function findOwner(database: Queryable, accountId: string): Promise<Owner | undefined> {
  const { rows } = await database.query<Owner>({
    text: `SELECT account_id AS "accountId", email, password_hash AS "passwordHash" FROM owners WHERE account_id = $1`,
    values: [accountId],
  });
  return rows[0];
}

/** Creates the owner, or replaces the existing one's address and password. */
export async function saveOwner(database: Queryable, owner: Owner, now: Date): Promise<void> {
  await database.query({
    text: `INSERT INTO owners (account_id, email, password_hash, created_at, changed_at) VALUES ($1, $2, $3, $4, $4)
           ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, password_hash = excluded.password_hash,
                                                  changed_at = excluded.changed_at`,
    values: [owner.accountId, owner.email, owner.passwordHash, now],
  });
}

export async function changePassword(
  database: Queryable,
  accountId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await database.query({
    text: `UPDATE owners SET password_hash = $2, changed_at = $3 WHERE account_id = $1`,
    values: [accountId, passwordHash, now],
  });
}
