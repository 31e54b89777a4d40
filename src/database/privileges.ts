import type pg from 'pg';
import { OperatorFault } from '../fault.ts';
import { batchesRoleOf } from './batchesRole.ts';
import { type ConnectionTarget, connectTo } from './connect.ts';
import type { Queryable } from './connection.ts';
import { isOurFunction, isOurTable, OUR_SCHEMA } from './ownObjects.ts';

/*
 * Two roles use the database. The owner creates the tables and migrates them. The serving role reads and writes rows, and can
 * do nothing else: it creates, changes and empties no table, only adds to those that are append-only, and row-level security
 * holds for it, except in batches.
 */

/** Each table, view and function of ours with what the serving role may do with it. Other functions run with the caller's privileges. */
const wanted = () => `
  SELECT 'TABLE' AS kind, oid::regclass::text AS name, privilege,
         CASE WHEN relname = 'migrations' OR relkind = 'v' THEN privilege = 'SELECT'
              WHEN obj_description(oid, 'pg_class') = 'append-only' THEN privilege IN ('SELECT', 'INSERT')
              ELSE privilege IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE') END AS is_wanted,
         has_table_privilege($1, oid, privilege) AS is_granted
    FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS privilege
   WHERE relkind IN ('r', 'v') AND ${isOurTable('c')}
  UNION ALL
  SELECT 'FUNCTION', oid::regprocedure::text, 'EXECUTE', true, has_function_privilege($1, oid, 'EXECUTE')
    FROM pg_proc f WHERE prosecdef AND ${isOurFunction('f')}
  UNION ALL
  SELECT 'SCHEMA', oid::regnamespace::text, 'USAGE', true, has_schema_privilege($1, oid, 'USAGE')
    FROM pg_namespace WHERE oid = ${OUR_SCHEMA}`;

/** What the role cannot do and serving needs. */
export async function findMissingPrivileges(database: Queryable, role: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT DISTINCT name FROM (${wanted()}) AS each WHERE is_wanted AND NOT is_granted ORDER BY 1`,
    values: [role],
  });
  return rows.map(({ name }) => name);
}

/** The statements that give a role what it lacks, and take from it what it should not have. */
const changes = () => `
  SELECT format(CASE WHEN is_wanted THEN 'GRANT %s ON %s %s TO %I' ELSE 'REVOKE %s ON %s %s FROM %I' END,
                string_agg(privilege, ', '), kind, name, $1::text) AS statement
    FROM (${wanted()}) AS each WHERE is_wanted <> is_granted
   GROUP BY kind, name, is_wanted`;

/** Row-level security and missing privileges hold for every role but these. Who migrates an empty database will own its tables. */
const EXEMPTION = `
  SELECT r.oid IS NOT NULL AS "isThere",
         CASE WHEN r.rolsuper THEN 'is a superuser' WHEN r.rolbypassrls THEN 'bypasses row-level security'
              WHEN pg_has_role(r.oid, owner, 'USAGE') THEN 'owns the tables, or has the role that does' END AS exemption
    FROM (SELECT coalesce((SELECT relowner FROM pg_class WHERE oid = to_regclass('migrations')),
                          (SELECT oid FROM pg_roles WHERE rolname = current_user)) AS owner) AS tables
    LEFT JOIN pg_roles r ON r.rolname = $1`;

/** What makes the role for batches of a serving role, unless that role already has it. */
const BATCHES = `
  SELECT format(CASE WHEN r.oid IS NULL THEN 'CREATE ROLE %I BYPASSRLS' ELSE 'ALTER ROLE %I NOLOGIN BYPASSRLS' END
                || '; GRANT %1$I TO %I', $1::text, $2::text) AS statements
    FROM (SELECT) AS always LEFT JOIN pg_roles r ON r.rolname = $1
   WHERE r.oid IS NULL OR r.rolcanlogin OR NOT r.rolbypassrls OR NOT pg_has_role($2, r.oid, 'MEMBER')`;

const INSUFFICIENT_PRIVILEGE = '42501';
/** One process changes roles and privileges at a time. */
const TAKE_TURN = 'BEGIN; SELECT pg_advisory_xact_lock(7247012)';

/**
 * Lets a role serve, and no more. The connection must be the owner's. If the owner may not make the role for batches, it
 * resolves with the statements that do.
 */
export async function grantServing(owner: ConnectionTarget, role: string): Promise<string | undefined> {
  const session = await connectTo(owner, {});
  try {
    await expectOrdinary(session, role);
    await grantPrivileges(session, role);
    const refused = await ensureBatchesRole(session, role);
    if (refused === undefined) await grantPrivileges(session, batchesRoleOf(role));
    return refused;
  } finally {
    await session.end().catch(() => {});
  }
}

async function grantPrivileges(session: pg.Client, role: string): Promise<void> {
  await session.query(TAKE_TURN);
  const { rows } = await session.query<{ statement: string }>(changes(), [role]);
  await session.query([...rows.map(({ statement }) => statement), 'COMMIT'].join(';'));
}

async function ensureBatchesRole(session: pg.Client, role: string): Promise<string | undefined> {
  await session.query(TAKE_TURN);
  const { rows } = await session.query<{ statements: string }>(BATCHES, [batchesRoleOf(role), role]);
  const { statements = '' } = rows[0] ?? {};
  try {
    await session.query(`${statements}; COMMIT`);
    return undefined;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await session.query('ROLLBACK');
    return statements;
  }
}

/** Refuses a role that cannot be let serve. The database may still be empty. */
export async function expectServingRole(owner: ConnectionTarget, role: string): Promise<void> {
  const session = await connectTo(owner, {});
  await expectOrdinary(session, role).finally(() => session.end());
}

async function expectOrdinary(session: pg.Client, role: string): Promise<void> {
  const { rows } = await session.query<{ isThere: boolean; exemption: string | null }>(EXEMPTION, [role]);
  const { isThere = false, exemption = null } = rows[0] ?? {};
  if (!isThere)
    throw new OperatorFault(`there is no database role ${role}: create it first, with LOGIN and a password`);
  if (exemption !== null) throw new OperatorFault(`the database role ${role} ${exemption}: serve with another role`);
}

const IS_OWNER = `
  SELECT coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('migrations')),
                  has_schema_privilege(current_schema(), 'CREATE')) AS is`;

/** Whether its role may migrate: it has the role that owns the tables, or can create them where there are none yet. */
export async function connectsAsOwner(target: ConnectionTarget): Promise<boolean> {
  const session = await connectTo(target, {});
  const { rows } = await session.query<{ is: boolean }>(IS_OWNER).finally(() => session.end());
  return rows[0]?.is === true;
}

export async function expectOwner(target: ConnectionTarget, action: 'migrate' | 'restore'): Promise<void> {
  if (!(await connectsAsOwner(target)))
    throw new OperatorFault(`only the role that owns the tables can ${action}: use the owner's DATABASE_URL`);
}

/** The command that applies the contract migrations; for another role than the owner's, with a hint to use the owner's URL. */
export async function contractCommand(target: ConnectionTarget): Promise<string> {
  const command = 'npm run -s trips -- migrate --contract';
  return (await connectsAsOwner(target)) ? command : `${command} with the owner's DATABASE_URL`;
}
