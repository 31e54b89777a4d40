import type { Queryable } from './connection.ts';

/*
 * Row-level security costs batches too much (decision 34), so they run as a role of their own, which bypasses it and which
 * nobody can log in as. Where that role is missing, they run behind row-level security like every other statement.
 */

/** The role for the batches of a serving role. */
export const batchesRoleOf = (servingRole: string): string => `${servingRole}_batches`;

/** The roles that a connection's statements run as. */
export interface Roles {
  own: string;
  batches: string | null;
}

// The privileges are given in one transaction, so one of them stands for all. PostgreSQL 15 does not distinguish SET.
const ROLES = `
  SELECT current_user AS own,
         (SELECT rolname FROM pg_roles
           WHERE rolname = current_user || '${batchesRoleOf('')}' AND rolbypassrls
             AND has_table_privilege(oid, to_regclass('trips'), 'INSERT')
             AND pg_has_role(session_user, oid,
                   CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)) AS batches`;

export async function findRoles(database: Queryable): Promise<Roles> {
  const { rows } = await database.query<Roles>({ text: ROLES });
  return rows[0] as Roles;
}
