import { OperatorFault } from '../fault.ts';
import { MIN_POOL_SIZE, type Queryable } from './connection.ts';

/** Left for the primary with its lease and housekeeping, for operator commands, a backup and an administrator. */
const KEPT_FREE = 10;

/**
 * How many connections each worker may hold, at most the pool size, so that all together stay within what the database
 * allows. Half of a shared database is left free, since a deploy runs the old service and the new one side by side.
 */
export async function shareConnections(
  database: Queryable,
  { processes, poolSize, isOurAlone }: { processes: number; poolSize: number; isOurAlone: boolean },
): Promise<number> {
  const given = await connectionsGiven(database);
  const ours = Math.floor(isOurAlone ? given : given / 2) - KEPT_FREE;
  const share = Math.min(poolSize, Math.floor(ours / processes));
  if (share >= MIN_POOL_SIZE) return share;
  const needed = (processes * MIN_POOL_SIZE + KEPT_FREE) * (isOurAlone ? 1 : 2);
  const maxWorkers = Math.max(1, Math.floor(ours / MIN_POOL_SIZE));
  throw new OperatorFault(
    `WORKERS=${processes} needs ${needed} database connections, but the database allows ${given}: set WORKERS to ${maxWorkers} or less, or raise its max_connections`,
  );
}

async function connectionsGiven(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ given: number; role_limit: number; database_limit: number }>({
    text: `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                  - coalesce(current_setting('reserved_connections', true)::int, 0) AS given,
                  (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role_limit,
                  (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database_limit`,
  });
  const { given = 0, role_limit = -1, database_limit = -1 } = rows[0] ?? {};
  return Math.min(given, ...[role_limit, database_limit].filter((limit) => limit >= 0));
}
