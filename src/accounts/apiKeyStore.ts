import type { Queryable } from '../database/connection.ts';
import type { Role } from './accountStore.ts';

/** An API key with what a request needs to know of its account. */
export interface KnownKey {
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
                  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
                  a.role, a.api_tier AS "apiTier", a.vat_exempt AS "isVatExempt"
             FROM api_keys k JOIN accounts a USING (account_id)
            WHERE k.key_id = ANY ($1::text[])`,
    values: [[...new Set(keyIds)]],
  });
  return new Map(rows.map((row) => [row.keyId, row]));
}

export interface KeyRecord {
  keyId: string;
  accountId: string;
  createdAt: Date;
  lifetimeSeconds: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

export interface KeyToStore {
  keyId: string;
  accountId: string;
  secretSha256: Buffer;
  createdAt: Date;
  lifetimeSeconds: number | null;
  expiresAt: Date | null;
}

export async function insertKey(database: Queryable, key: KeyToStore): Promise<void> {
  await database.query({
    text: `INSERT INTO api_keys (key_id, account_id, secret_sha256, created_at, lifetime_seconds, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [key.keyId, key.accountId, key.secretSha256, key.createdAt, key.lifetimeSeconds, key.expiresAt],
  });
}

const KEY_COLUMNS = `key_id AS "keyId", account_id AS "accountId", created_at AS "createdAt",
  lifetime_seconds AS "lifetimeSeconds", expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`;

/*
 * Keys are locked, shortened and revoked by their id alone, for the operator, who answers for all accounts. Whoever lets an
 * account's owner do so must give these statements the account as well: a test holds that nobody else uses them.
 */

/** Locked until the transaction ends: two rotations of one key happen one after the other. */
export async function lockKey(database: Queryable, keyId: string): Promise<KeyRecord | undefined> {
  const { rows } = await database.query<KeyRecord>({
    text: `SELECT ${KEY_COLUMNS} FROM api_keys WHERE key_id = $1 FOR UPDATE`,
    values: [keyId],
  });
  return rows[0];
}

export async function listKeys(database: Queryable, accountId: string): Promise<KeyRecord[]> {
  const { rows } = await database.query<KeyRecord>({
    text: `SELECT ${KEY_COLUMNS} FROM api_keys WHERE account_id = $1 ORDER BY created_at, key_id`,
    values: [accountId],
  });
  return rows;
}

/** Brings a key's end forward; a key never lives longer than it already would. */
export async function shortenKey(database: Queryable, keyId: string, expiresAt: Date): Promise<void> {
  await database.query({
    text: `UPDATE api_keys SET expires_at = least(expires_at, $2) WHERE key_id = $1`,
    values: [keyId, expiresAt],
  });
}

/** Answers with the key, or undefined if there is none; the first revocation's time stands. */
export async function revokeKey(database: Queryable, keyId: string, revokedAt: Date): Promise<KeyRecord | undefined> {
  const { rows } = await database.query<KeyRecord>({
    text: `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE key_id = $1 RETURNING ${KEY_COLUMNS}`,
    values: [keyId, revokedAt],
  });
  return rows[0];
}

export async function recordUses(database: Queryable, uses: ReadonlyMap<string, Date>): Promise<void> {
  await database.query({
    text: `UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, u.used_at)
             FROM unnest($1::text[], $2::timestamptz[]) AS u(key_id, used_at)
            WHERE k.key_id = u.key_id`,
    values: [[...uses.keys()], [...uses.values()]],
  });
}
