import type { Queryable } from '../database/connection.ts';

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

export async function listServiceTiers(database: Queryable): Promise<ServiceTier[]> {
  const { rows } = await database.query<ServiceTier>({
    name: 'list_service_tiers',
    text: `SELECT service_tier_id AS "serviceTierId", name, multiplier_thousandths AS "multiplierThousandths"
             FROM service_tiers ORDER BY multiplier_thousandths, name`,
  });
  return rows;
}
