import { SCHEME_IN_USE } from '../../catalogue/pricingSchemeStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { rowset } from '../../database/rowset.ts';
import type { RateTable } from '../../money/rates.ts';

export interface PricingReference {
  accountId: string;
  serviceTierId: string;
  /** Null means the account's default. */
  pricingSchemeId: string | null;
}

export interface Pricing {
  scheme: (RateTable & { pricingSchemeId: string; name: string }) | null;
  tier: { serviceTierId: string; name: string; multiplierThousandths: number } | null;
}

const references = rowset<PricingReference>('wanted', [
  { name: 'account_id', type: 'text', of: (row) => row.accountId },
  { name: 'service_tier_id', type: 'text', of: (row) => row.serviceTierId },
  { name: 'pricing_scheme_id', type: 'text', of: (row) => row.pricingSchemeId },
]);

const find = references.statement(
  'find_pricing',
  (wanted) => `
  SELECT CASE WHEN s.pricing_scheme_id IS NOT NULL THEN json_build_object(
           'pricingSchemeId', s.pricing_scheme_id, 'name', s.name, 'timeZone', s.time_zone, 'rates', s.rates, 'windows', s.windows
         ) END AS scheme,
         CASE WHEN c.service_tier_id IS NOT NULL THEN json_build_object(
           'serviceTierId', c.service_tier_id, 'name', c.name, 'multiplierThousandths', c.multiplier_thousandths
         ) END AS tier
    FROM ${wanted}
    LEFT JOIN service_tiers c ON c.service_tier_id = wanted.service_tier_id
    LEFT JOIN pricing_schemes s
      ON s.account_id = wanted.account_id
     AND CASE WHEN wanted.pricing_scheme_id IS NULL THEN s.is_default
              ELSE s.pricing_scheme_id = wanted.pricing_scheme_id AND ${SCHEME_IN_USE} END
   ORDER BY wanted.ordinal`,
);

/** The rates for each reference, in order; null where the account or the platform has none. */
export async function findPricing(database: Queryable, wanted: readonly PricingReference[]): Promise<Pricing[]> {
  const { rows } = await database.query<Pricing>(find(wanted, database.layout));
  return rows;
}
