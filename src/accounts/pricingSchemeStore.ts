import type { Queryable } from '../database/connection.ts';
import type { RateTable } from '../money/rates.ts';

export interface PricingScheme extends RateTable {
  accountId: string;
  pricingSchemeId: string;
  name: string;
  isDefault: boolean;
}

/** A new default takes the place of the old one. Run it in a transaction. */
export async function insertPricingScheme(database: Queryable, scheme: PricingScheme, createdAt: Date): Promise<void> {
  if (scheme.isDefault) {
    // Two new defaults at once: the second waits here until it can see the first.
    await database.query({
      text: `SELECT FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE`,
      values: [scheme.accountId],
    });
    await database.query({
      text: `UPDATE pricing_schemes SET is_default = false WHERE account_id = $1 AND is_default`,
      values: [scheme.accountId],
    });
  }
  await database.query({
    text: `INSERT INTO pricing_schemes (account_id, pricing_scheme_id, name, is_default, time_zone, rates, windows, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      scheme.accountId,
      scheme.pricingSchemeId,
      scheme.name,
      scheme.isDefault,
      scheme.timeZone,
      scheme.rates,
      JSON.stringify(scheme.windows), // the driver would make a PostgreSQL array of a list
      createdAt,
    ],
  });
}

export async function listPricingSchemes(database: Queryable, accountId: string): Promise<PricingScheme[]> {
  const { rows } = await database.query<PricingScheme>({
    text: `SELECT account_id AS "accountId", pricing_scheme_id AS "pricingSchemeId", name, is_default AS "isDefault",
                  time_zone AS "timeZone", rates, windows
             FROM pricing_schemes WHERE account_id = $1 ORDER BY created_at, pricing_scheme_id`,
    values: [accountId],
  });
  return rows;
}
