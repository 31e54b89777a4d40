import type { Role } from '../contract/values.ts';
import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';

export interface Account {
  accountId: string;
  name: string;
  role: Role;
  apiTier: string;
  isVatExempt: boolean;
  createdAt: Date;
}

const COLUMNS = `account_id AS "accountId", name, role, api_tier AS "apiTier", vat_exempt AS "isVatExempt", created_at AS "createdAt"`;

export async function insertAccount(database: Queryable, account: Account): Promise<void> {
  await database.query({
    text: `INSERT INTO accounts (account_id, name, role, api_tier, vat_exempt, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [account.accountId, account.name, account.role, account.apiTier, account.isVatExempt, account.createdAt],
  });
}

export async function findAccount(database: Queryable, accountId: string): Promise<Account | undefined> {
  const { rows } = await database.query<Account>({
    text: `SELECT ${COLUMNS} FROM accounts WHERE account_id = $1`,
    values: [accountId],
  });
  return rows[0];
}

export async function renameAccount(database: Queryable, accountId: string, name: string): Promise<void> {
  await database.query({ text: `UPDATE accounts SET name = $2 WHERE account_id = $1`, values: [accountId, name] });
}

export async function changeTier(database: Queryable, accountId: string, apiTier: string): Promise<void> {
  await database.query({
    text: `UPDATE accounts SET api_tier = $2 WHERE account_id = $1`,
    values: [accountId, apiTier],
  });
}

export async function changeVat(database: Queryable, accountId: string, isVatExempt: boolean): Promise<void> {
  await database.query({
    text: `UPDATE accounts SET vat_exempt = $2 WHERE account_id = $1`,
    values: [accountId, isVatExempt],
  });
}

export async function listAccounts(database: Queryable): Promise<Account[]> {
  const { rows } = await database.query<Account>({
    text: `SELECT ${COLUMNS} FROM accounts ORDER BY created_at, account_id`,
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

/** The API tiers that at least one account has. */
export async function listTiersInUse(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ apiTier: string }>({
    text: `SELECT DISTINCT api_tier AS "apiTier" FROM accounts ORDER BY 1`,
    actsFor: ALL_ACCOUNTS,
  });
  return rows.map(({ apiTier }) => apiTier);
}

export async function hasAccounts(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ any: boolean }>({
    text: `SELECT EXISTS (SELECT FROM accounts) AS any`,
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0]?.any ?? false;
}
