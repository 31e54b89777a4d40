import type { Role } from '../contract/values.ts';
import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';
import type { Restrictions } from './restrictions.ts';

/** An API key with the account details that a request needs. */
export interface KnownKey extends Restrictions {
  keyId: string;
  accountId: string;
  secretSha256: Buffer;
  expiresAt: Date | null;
  revokedAt: Date | null;
  role: Role;
  apiTier: string;
  isVatExempt: boolean;
}

export async function findKeys(database: Queryable, keyIds: readonly string[]): Promise<Map<string, KnownKey>> {
  const { rows } = await database.query<KnownKey>({
    name: 'find_keys',
    text: `SELECT k.key_id AS "keyId", k.account_id AS "accountId", k.secret_sha256 AS "secretSha256",
                  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.scopes, k.networks,
                  a.role, a.api_tier AS "apiTier", a.vat_exempt AS "isVatExempt"
             FROM api_keys k JOIN accounts a USING (account_id)
            WHERE k.key_id = ANY ($1::text[])`,
    values: [[...new Set(keyIds)]],
    actsFor: ALL_ACCOUNTS,
  });
  return new Map(rows.map((row) => [row.keyId, row]));
}

export interface KeyRecord extends Restrictions {
  keyId: string;
  /** The owner's label for it. */
  name: string | null;
  accountId: string;
  createdAt: Date;
  lifetimeSeconds: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

interface KeyToStore extends Restrictions {
  keyId: string;
  name: string | null;
  accountId: string;
  secretSha256: Buffer;
  createdAt: Date;
  lifetimeSeconds: number | null;
  expiresAt: Date | null;
}

export async function insertKey(database: Queryable, key: KeyToStore): Promise<void> {
  await database.query({
    text: `INSERT INTO api_keys (key_id, account_id, secret_sha256, created_at, lifetime_seconds, expires_at, name, scopes, networks)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      ...[key.keyId, key.accountId, key.secretSha256, key.createdAt, key.lifetimeSeconds, key.expiresAt, key.name],
      ...[key.scopes, key.networks],
    ],
    actsFor: [key.accountId],
  });
}

const KEY_COLUMNS = `key_id AS "keyId", name, account_id AS "accountId", created_at AS "createdAt",
  lifetime_seconds AS "lifetimeSeconds", expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", scopes, networks`;

/** The account of a key, for operators, who name keys without their account. */
export async function findAccountOfKey(database: Queryable, keyId: string): Promise<string | undefined> {
  const { rows } = await database.query<{ accountId: string }>({
    text: `SELECT account_id AS "accountId" FROM api_keys WHERE key_id = $1`,
    values: [keyId],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0]?.accountId;
}

/** A key of one account. Another account's key is treated as one that does not exist. */
export interface OwnKey {
  accountId: string;
  keyId: string;
}

/** Locks the key until the transaction ends, so that two rotations run one after the other. */
export async function lockKey(database: Queryable, { accountId, keyId }: OwnKey): Promise<KeyRecord | undefined> {
  const { rows } = await database.query<KeyRecord>({
    text: `SELECT ${KEY_COLUMNS} FROM api_keys WHERE account_id = $1 AND key_id = $2 FOR UPDATE`,
    values: [accountId, keyId],
  });
  return rows[0];
}

/** Until the transaction ends, no other one counts the account's keys to add one. Bookings do not wait for this lock. */
export async function lockForNewKey(database: Queryable, accountId: string): Promise<void> {
  await database.query({
    text: 'SELECT FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  });
}

export async function listKeys(database: Queryable, accountId: string): Promise<KeyRecord[]> {
  const { rows } = await database.query<KeyRecord>({
    name: 'list_keys',
    text: `SELECT ${KEY_COLUMNS} FROM api_keys WHERE account_id = $1 ORDER BY created_at, key_id`,
    values: [accountId],
  });
  return rows;
}

/** Whether the account has such a key. */
export async function renameKey(database: Queryable, { accountId, keyId }: OwnKey, name: string): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `UPDATE api_keys SET name = $3 WHERE account_id = $1 AND key_id = $2`,
    values: [accountId, keyId, name],
  });
  return rowCount === 1;
}

/** Brings a key's expiry forward, never back. */
export async function shortenKey(database: Queryable, { accountId, keyId }: OwnKey, expiresAt: Date): Promise<void> {
  await database.query({
    text: `UPDATE api_keys SET expires_at = least(expires_at, $3) WHERE account_id = $1 AND key_id = $2`,
    values: [accountId, keyId, expiresAt],
  });
}

/** Returns the key, or undefined if there is none. A second revocation does not change the time of the first. */
export async function revokeKey(
  database: Queryable,
  { accountId, keyId }: OwnKey,
  revokedAt: Date,
): Promise<KeyRecord | undefined> {
  const { rows } = await database.query<KeyRecord>({
    text: `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3)
            WHERE account_id = $1 AND key_id = $2 RETURNING ${KEY_COLUMNS}`,
    values: [accountId, keyId, revokedAt],
  });
  return rows[0];
}

export async function recordUses(database: Queryable, uses: ReadonlyMap<string, Date>): Promise<void> {
  await database.query({
    text: `UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, u.used_at)
             FROM unnest($1::text[], $2::timestamptz[]) AS u(key_id, used_at)
            WHERE k.key_id = u.key_id`,
    values: [[...uses.keys()], [...uses.values()]],
    actsFor: ALL_ACCOUNTS,
  });
}
