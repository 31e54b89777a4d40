import type { RequestedPage } from '../contract/pagination.ts';
import type { Queryable } from '../database/connection.ts';
import { type Page, selectPage } from '../database/page.ts';

export interface ServiceTier {
  serviceTierId: string;
  name: string;
  multiplierThousandths: number;
}

/** Returns false if a tier of that name exists. */
export async function insertServiceTier(database: Queryable, tier: ServiceTier, createdAt: Date): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `INSERT INTO service_tiers (service_tier_id, name, multiplier_thousandths, created_at)
           VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING`,
    values: [tier.serviceTierId, tier.name, tier.multiplierThousandths, createdAt],
  });
  return rowCount === 1;
}

export async function updateServiceTier(database: Queryable, tier: ServiceTier): Promise<void> {
  await database.query({
    text: `UPDATE service_tiers SET name = $2, multiplier_thousandths = $3 WHERE service_tier_id = $1`,
    values: [tier.serviceTierId, tier.name, tier.multiplierThousandths],
  });
}

const COLUMNS = 'service_tier_id AS "serviceTierId", name, multiplier_thousandths AS "multiplierThousandths"';

export async function listServiceTiers(database: Queryable): Promise<ServiceTier[]> {
  const { rows } = await database.query<ServiceTier>({
    name: 'list_service_tiers',
    text: `SELECT ${COLUMNS} FROM service_tiers ORDER BY multiplier_thousandths, name`,
  });
  return rows;
}

export const pageOfServiceTiers = (database: Queryable, page: RequestedPage): Promise<Page<ServiceTier>> =>
  selectPage(
    database,
    {
      name: 'page_of_service_tiers',
      columns: COLUMNS,
      from: 'service_tiers',
      order: 'name, service_tier_id',
      values: [],
    },
    page,
  );
