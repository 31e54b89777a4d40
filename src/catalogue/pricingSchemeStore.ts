import type { RequestedPage } from '../contract/pagination.ts';
import type { Queryable } from '../database/connection.ts';
import { type Page, selectPage } from '../database/page.ts';
import type { Rates, RateTable } from '../money/rates.ts';
import type { TripType } from '../money/vat.ts';

export const DEFAULT_TIME_ZONE = 'Europe/Paris';

/** Typical French chauffeur rates, so that a new account can quote at once and adapt them later. */
export const STARTING_RATES: Record<TripType, Rates> = {
  TRIP: { baseCents: 500, perKmCents: 180, perMinuteCents: 35, minimumCents: 1500 },
  AVAILABILITY: { baseCents: 0, perKmCents: 0, perMinuteCents: 75, minimumCents: 4500 },
};

export interface PricingScheme extends RateTable {
  accountId: string;
  pricingSchemeId: string;
  name: string;
  isDefault: boolean;
}

/** A new default replaces the old one. Run it in a transaction. */
export async function insertPricingScheme(database: Queryable, scheme: PricingScheme, createdAt: Date): Promise<void> {
  if (scheme.isDefault) await takeDefaultAway(database, scheme.accountId);
  await insertFirstPricingScheme(database, scheme, createdAt);
}

/** Of an account that has just been inserted: nobody else can see it yet, so that no lock is needed. */
export async function insertFirstPricingScheme(
  database: Queryable,
  scheme: PricingScheme,
  createdAt: Date,
): Promise<void> {
  await database.query({
    text: `INSERT INTO pricing_schemes (account_id, pricing_scheme_id, name, is_default, time_zone, rates, windows, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [...valuesOf(scheme), createdAt],
  });
}

/**
 * A new default replaces the old one; the default cannot be unset, only replaced. Run it in a transaction. Returns
 * false if the account has no such scheme; the caller must then roll back.
 */
export async function updatePricingScheme(database: Queryable, scheme: PricingScheme): Promise<boolean> {
  if (scheme.isDefault) await takeDefaultAway(database, scheme.accountId);
  const { rowCount } = await database.query({
    text: `UPDATE pricing_schemes SET name = $3, is_default = is_default OR $4, time_zone = $5, rates = $6, windows = $7
            WHERE account_id = $1 AND pricing_scheme_id = $2`,
    values: valuesOf(scheme),
  });
  return rowCount === 1;
}

const valuesOf = (scheme: PricingScheme): unknown[] => [
  scheme.accountId,
  scheme.pricingSchemeId,
  scheme.name,
  scheme.isDefault,
  scheme.timeZone,
  scheme.rates,
  JSON.stringify(scheme.windows), // pg would send an array as a PostgreSQL array
];

async function takeDefaultAway(database: Queryable, accountId: string): Promise<void> {
  // If two new defaults are set at once, the second waits here until it can see the first.
  await database.query({
    text: `SELECT FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE`,
    values: [accountId],
  });
  await database.query({
    text: `UPDATE pricing_schemes SET is_default = false WHERE account_id = $1 AND is_default`,
    values: [accountId],
  });
}

const COLUMNS = `account_id AS "accountId", pricing_scheme_id AS "pricingSchemeId", name, is_default AS "isDefault",
  time_zone AS "timeZone", rates, windows`;
const OF_ACCOUNT = 'pricing_schemes WHERE account_id = $1';
const SELECT_SCHEME = `SELECT ${COLUMNS} FROM ${OF_ACCOUNT}`;

export async function listPricingSchemes(database: Queryable, accountId: string): Promise<PricingScheme[]> {
  const { rows } = await database.query<PricingScheme>({
    name: 'list_pricing_schemes',
    text: `${SELECT_SCHEME} ORDER BY created_at, pricing_scheme_id`,
    values: [accountId],
  });
  return rows;
}

export const pageOfPricingSchemes = (
  database: Queryable,
  accountId: string,
  page: RequestedPage,
): Promise<Page<PricingScheme>> =>
  selectPage(
    database,
    {
      name: 'page_of_pricing_schemes',
      columns: COLUMNS,
      from: OF_ACCOUNT,
      order: 'name, pricing_scheme_id',
      values: [accountId],
    },
    page,
  );

export async function findPricingScheme(
  database: Queryable,
  accountId: string,
  pricingSchemeId: string,
): Promise<PricingScheme | undefined> {
  const { rows } = await database.query<PricingScheme>({
    name: 'find_pricing_scheme',
    text: `${SELECT_SCHEME} AND pricing_scheme_id = $2`,
    values: [accountId, pricingSchemeId],
  });
  return rows[0];
}
