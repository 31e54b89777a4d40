import type { Queryable } from '../connection.ts';

const SHARE_LOCK = 5;

/**
 * Keeps an account on its node until the transaction ends: a shard that is being moved is waited for, and none is moved meanwhile.
 *
 * Citus takes this lock for writes only, and sends every statement of a transaction for the same shard through one connection. So
 * a transaction that reads first, and writes when the shard has been moved, would write to the rows that were left behind on the
 * old node, and what it wrote would be lost.
 */
export const lockShardOf = (account: string) =>
  `lock_shard_metadata(${SHARE_LOCK}, ARRAY[get_shard_id_for_distribution_column('trips', ${account})])`;

/** False on one PostgreSQL: tests run what is for a cluster there too. */
export const HAS_SHARDS = `to_regproc('lock_shard_metadata') IS NOT NULL`;

export async function hasShards(client: Pick<Queryable, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>({ text: `SELECT ${HAS_SHARDS} AS has` });
  return rows[0]?.has === true;
}
