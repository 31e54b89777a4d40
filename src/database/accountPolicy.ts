import type { Migration } from './applyMigration.ts';
import type { Queryable } from './connection.ts';
import { isOurTable } from './ownObjects.ts';

/** The setting that holds the accounts of a statement, with commas between them; `*` stands for all. */
export const ACCOUNTS_SETTING = 'trips.accounts';

/** Its name, in each table. */
export const POLICY = 'of_accounts';
const SETTING = `current_setting('${ACCOUNTS_SETTING}', true)`;

/**
 * Isolates accounts a second time: whatever a statement's own conditions say, it reads and writes only rows of the accounts
 * that it acts for, and without any it finds nothing. PostgreSQL reads the setting once per statement and table, because it is
 * in a subquery. The owner of the tables is exempt.
 */
const CONDITION = `account_id = ANY ((SELECT string_to_array(${SETTING}, ','))::text[]) OR (SELECT ${SETTING} = '*')`;

/** A view is read with its owner's privileges, unless it says otherwise. One whose comment says this is meant to be. */
const SHARED_VIEW = 'seen by other accounts';

const unprotected = () => `
  SELECT c.relname AS name, c.relkind = 'v' AS "isView", format('%I.%I', n.nspname, c.relname) AS qualified
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${isOurTable('c')}
     AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped)
     AND CASE c.relkind
           WHEN 'r' THEN NOT c.relrowsecurity
                         OR NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = '${POLICY}')
           WHEN 'v' THEN NOT coalesce('security_invoker=true' = ANY (c.reloptions), false)
                         AND obj_description(c.oid, 'pg_class') IS DISTINCT FROM '${SHARED_VIEW}' END
   ORDER BY c.relname`;

/** What protects our tables and views with an account that lack it. Each has a transaction of its own, so none waits for another's lock. */
export async function findMissingPolicies(database: Queryable): Promise<Migration[]> {
  const { rows } = await database.query<{ name: string; isView: boolean; qualified: string }>({ text: unprotected() });
  return rows.map(({ name, isView, qualified }) => ({
    name: `row-level security of ${name}`,
    sql: isView
      ? `ALTER VIEW ${qualified} SET (security_invoker = true)`
      : `ALTER TABLE ${qualified} ENABLE ROW LEVEL SECURITY;
         DROP POLICY IF EXISTS ${POLICY} ON ${qualified};
         CREATE POLICY ${POLICY} ON ${qualified} USING (${CONDITION})`,
    isRecorded: false,
  }));
}
