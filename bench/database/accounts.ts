import type pg from 'pg';
import { DEFAULT_TIME_ZONE, STARTING_RATES } from '../../src/catalogue/pricingSchemeStore.ts';
import { generateApiKey } from '../../src/keys/apiKey.ts';

export interface BenchAccount {
  accountId: string;
  apiKey: string;
}

/** Accounts are numbered, so that pgbench can compute their ids: its variables are numbers. */
export const ACCOUNT_PREFIX = `6acc${'0'.repeat(14)}`;
const FIRST_NUMBER = 100_000;

export const accountNumber = (index: number): string => String(FIRST_NUMBER + index);

/** Accounts `from` to `from + count - 1`, each with a key and a default pricing scheme, in one statement per table. */
export async function openAccounts(client: pg.Client, from: number, count: number): Promise<BenchAccount[]> {
  const made = Array.from({ length: count }, (_, index) => ({
    accountId: ACCOUNT_PREFIX + accountNumber(from + index),
    ...generateApiKey(),
  }));
  const ids = made.map(({ accountId }) => accountId);
  await client.query(
    `INSERT INTO accounts (account_id, name, role, api_tier, vat_exempt, created_at)
     SELECT id, 'Bench', 'DRIVER', 'STANDARD', false, now() FROM unnest($1::text[]) id`,
    [ids],
  );
  await client.query(
    `INSERT INTO api_keys (key_id, account_id, secret_sha256, created_at)
     SELECT key_id, id, hash, now() FROM unnest($1::text[], $2::text[], $3::bytea[]) AS made(key_id, id, hash)`,
    [made.map(({ keyId }) => keyId), ids, made.map(({ secretSha256 }) => secretSha256)],
  );
  await client.query(
    `INSERT INTO pricing_schemes (account_id, pricing_scheme_id, name, is_default, time_zone, rates, created_at)
     SELECT id, id, 'Standard', true, $2, $3::jsonb, now() FROM unnest($1::text[]) id`,
    [ids, DEFAULT_TIME_ZONE, JSON.stringify(STARTING_RATES)],
  );
  return made.map(({ accountId, apiKey }) => ({ accountId, apiKey }));
}

/** A vehicle category of the platform, for quotes. */
export async function addServiceTier(client: pg.Client): Promise<string> {
  const serviceTierId = `6a7e${'0'.repeat(20)}`;
  await client.query(`INSERT INTO service_tiers VALUES ($1, 'Eco', 1000, now())`, [serviceTierId]);
  return serviceTierId;
}
