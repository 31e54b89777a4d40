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

/** A retired one stays on its trips; nothing new can name it. */
export interface KeptPricingScheme extends PricingScheme {
  retiredAt: Date | null;
}

/** Not retired. A default never counts as retired: the release before this one can make a retired scheme the default. */
export const SCHEME_IN_USE = '(retired_at IS NULL OR is_default)';

/** A new default replaces the old one. Run it in a transaction. */
export async function insertPricingScheme(database: Queryable, scheme: PricingScheme, createdAt: Date): Promise<void> {
  if (scheme.isDefault) {
    await lockPricingSchemes(database, scheme.accountId);
    await takeDefaultAway(database, scheme.accountId);
  }
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
    values: [
      scheme.accountId,
      scheme.pricingSchemeId,
      scheme.name,
      scheme.isDefault,
      scheme.timeZone,
      scheme.rates,
      JSON.stringify(scheme.windows), // pg would send an array as a PostgreSQL array
      createdAt,
    ],
  });
}

/**
 * A new default replaces the old one; the default cannot be unset, only replaced. Run it in a transaction. Returns
 * false, with nothing changed, if the account has no such scheme or has retired it.
 */
export async function updatePricingScheme(database: Queryable, scheme: PricingScheme): Promise<boolean> {
  const { accountId, pricingSchemeId, name, isDefault, timeZone, rates, windows } = scheme;
  if (isDefault) await lockPricingSchemes(database, accountId);
  const { rowCount } = await database.query({
    text: `UPDATE pricing_schemes SET name = $3, time_zone = $4, rates = $5, windows = $6
            WHERE account_id = $1 AND pricing_scheme_id = $2 AND retired_at IS NULL`,
    values: [accountId, pricingSchemeId, name, timeZone, rates, JSON.stringify(windows)],
  });
  if (rowCount !== 1) return false;
  if (isDefault) {
    await takeDefaultAway(database, accountId);
    await database.query({
      text: 'UPDATE pricing_schemes SET is_default = true WHERE account_id = $1 AND pricing_scheme_id = $2',
      values: [accountId, pricingSchemeId],
    });
  }
  return true;
}

/**
 * Null brings it back. False if nothing changed: the account has no such scheme, it is retired or in use already, or it is to
 * be retired and is the default. Making it the default locks its row, so that this waits and sees it.
 */
export async function retirePricingScheme(
  database: Queryable,
  accountId: string,
  pricingSchemeId: string,
  retiredAt: Date | null,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `UPDATE pricing_schemes SET retired_at = $3
            WHERE account_id = $1 AND pricing_scheme_id = $2 AND (NOT is_default OR $3::timestamptz IS NULL)
              AND (retired_at IS NULL) = ($3::timestamptz IS NOT NULL)`,
    values: [accountId, pricingSchemeId, retiredAt],
  });
  return rowCount === 1;
}

/** Until the transaction ends, no other one edits a scheme in the dashboard or sets the default. Bookings do not wait for this lock. */
export async function lockPricingSchemes(database: Queryable, accountId: string): Promise<void> {
  await database.query({
    text: `SELECT FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE`,
    values: [accountId],
  });
}

async function takeDefaultAway(database: Queryable, accountId: string): Promise<void> {
  await database.query({
    text: `UPDATE pricing_schemes SET is_default = false WHERE account_id = $1 AND is_default`,
    values: [accountId],
  });
}

const COLUMNS = `account_id AS "accountId", pricing_scheme_id AS "pricingSchemeId", name, is_default AS "isDefault",
  time_zone AS "timeZone", rates, windows`;
const OF_ACCOUNT = 'pricing_schemes WHERE account_id = $1';
const SELECT_SCHEME = `SELECT ${COLUMNS}, retired_at AS "retiredAt" FROM ${OF_ACCOUNT}`;

/** The retired ones last. */
export async function listPricingSchemes(database: Queryable, accountId: string): Promise<KeptPricingScheme[]> {
  const { rows } = await database.query<KeptPricingScheme>({
    name: 'list_pricing_schemes',
    text: `${SELECT_SCHEME} ORDER BY retired_at IS NOT NULL, created_at, pricing_scheme_id`,
    values: [accountId],
  });
  return rows;
}

/** Without the retired ones. */
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
      from: `${OF_ACCOUNT} AND ${SCHEME_IN_USE}`,
      order: 'name, pricing_scheme_id',
      values: [accountId],
    },
    page,
  );

export async function findPricingScheme(
  database: Queryable,
  accountId: string,
  pricingSchemeId: string,
): Promise<KeptPricingScheme | undefined> {
  const { rows } = await database.query<KeptPricingScheme>({
    name: 'find_pricing_scheme',
    text: `${SELECT_SCHEME} AND pricing_scheme_id = $2`,
    values: [accountId, pricingSchemeId],
  });
  return rows[0];
}
