import { describe, expect, inject, it } from 'vitest';
import { ALL_ACCOUNTS } from '../../src/database/accounts.ts';
import { findRoles } from '../../src/database/batchesRole.ts';
import { migrate } from '../../src/database/migrate.ts';
import { queryScoped } from '../../src/database/scopedQuery.ts';
import { tablesOfAccounts } from '../support/accountRows.ts';
import { query } from '../support/backups.ts';
import { createTestDatabase } from '../support/database.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const other = await service.account();

const INSUFFICIENT_PRIVILEGE = '42501';
const asServing = (text: string) => service.serving.query({ text, actsFor: ALL_ACCOUNTS });
const asBatch = (text: string) => service.serving.query({ text, isBatch: true });
const batchesRole = `${inject('servingRole')}_batches`;

describe('the role that serves, and the one of its batches', () => {
  const ATTRIBUTES = `SELECT rolname, rolcanlogin, rolbypassrls, rolsuper, rolcreaterole, rolcreatedb, rolreplication
                        FROM pg_roles WHERE rolname = current_user`;
  const powerless = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false };

  it('have no power of their own, except that nobody logs in as the second, which bypasses row-level security', async () => {
    expect((await asServing(ATTRIBUTES)).rows).toEqual([
      { rolname: inject('servingRole'), rolcanlogin: true, rolbypassrls: false, ...powerless },
    ]);
    expect((await asBatch(ATTRIBUTES)).rows).toEqual([
      { rolname: batchesRole, rolcanlogin: false, rolbypassrls: true, ...powerless },
    ]);
  });

  it.each([
    'CREATE TABLE spare (a int)',
    'CREATE FUNCTION spare() RETURNS int LANGUAGE sql RETURN 1',
    'ALTER TABLE trips ADD COLUMN spare int',
    'ALTER TABLE trips DISABLE ROW LEVEL SECURITY',
    'DROP POLICY of_accounts ON trips',
    'CREATE POLICY all_of_them ON trips USING (true)',
    'CREATE INDEX spare ON trips (note)',
    'CREATE TRIGGER spare BEFORE INSERT ON trips FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()',
    'DROP TABLE webhook_attempts',
    'TRUNCATE request_log',
    'TRUNCATE audit_log',
    'UPDATE audit_log SET actor_name = NULL',
    'DELETE FROM audit_log',
    `INSERT INTO migrations (name) VALUES ('9999_spare.sql')`,
    'DELETE FROM migrations',
    `UPDATE parties SET name = 'Taken'`,
    'SELECT rolpassword FROM pg_authid',
    'SET ROLE postgres',
    'CREATE ROLE spare SUPERUSER',
    `ALTER ROLE ${inject('servingRole')} BYPASSRLS`,
    `COPY trips TO '/tmp/trips'`,
    `COPY service_tiers TO PROGRAM 'cat'`,
  ])('cannot %s', async (text) => {
    await expect(asServing(text)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    await expect(asBatch(text)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });
});

describe('the role that serves', () => {
  it('cannot switch row-level security off', async () => {
    const attempt = service.serving.transaction(async (client) => {
      await client.query({ text: 'SET LOCAL row_security = off' });
      await client.query({ text: 'SELECT FROM trips' });
    });
    await expect(attempt).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  it('adds to the audit log and reads it', async () => {
    const entry = { accountId: account.accountId, entryId: 'f'.repeat(24) };
    await service.serving.query({
      text: `INSERT INTO audit_log (account_id, entry_id, actor, action, subject) VALUES ($1, $2, 'OPERATOR', 'SIGNED_IN', '{}')`,
      values: [entry.accountId, entry.entryId],
    });
    const { rowCount } = await service.serving.query({
      text: 'SELECT FROM audit_log WHERE account_id = $1 AND entry_id = $2',
      values: [entry.accountId, entry.entryId],
    });
    expect(rowCount).toBe(1);
  });
});

describe('row-level security', () => {
  const accountsSeenBy = async (statement: { values?: unknown[]; actsFor?: string[] | typeof ALL_ACCOUNTS }) => {
    const { rows } = await service.serving.query<{ account_id: string }>({
      text: statement.values
        ? 'SELECT account_id FROM accounts WHERE $1::text IS NOT NULL'
        : 'SELECT account_id FROM accounts',
      ...statement,
    });
    return rows.map(({ account_id }) => account_id).sort();
  };
  const [own, foreign] = [account.accountId, other.accountId];

  it('shows a statement the accounts that it acts for: its first value, or those that it names', async () => {
    expect(await accountsSeenBy({ values: [own] })).toEqual([own]);
    expect(await accountsSeenBy({ actsFor: [own, foreign] })).toEqual([own, foreign].sort());
    expect(await accountsSeenBy({ actsFor: ALL_ACCOUNTS })).toEqual(expect.arrayContaining([own, foreign]));
  });

  it('shows a statement that forgot its account nothing', async () => {
    expect(await accountsSeenBy({})).toEqual([]);
    expect(await accountsSeenBy({ actsFor: [] })).toEqual([]);
  });

  it('takes nothing that a caller may have sent for accounts', async () => {
    const sent = ['*', `${own},${foreign}`, `x,${foreign}`, foreign.toUpperCase(), '', '{}', `${foreign} `];
    for (const value of sent) expect([value, await accountsSeenBy({ values: [value] })]).toEqual([value, []]);
    expect(await accountsSeenBy({ actsFor: ['*', `${own},${foreign}`] })).toEqual([]);
  });

  it('leaves nothing behind in the connection: the next statement has only its own accounts', async () => {
    await service.serving.transaction(async (client) => {
      const seen = async (actsFor: string[]) =>
        (await client.query<{ account_id: string }>({ text: 'SELECT account_id FROM accounts', actsFor })).rows;
      expect(await seen([own])).toEqual([{ account_id: own }]);
      expect(await seen([])).toEqual([]);
      expect(await seen([foreign])).toEqual([{ account_id: foreign }]);
    });
    const client = await service.serving.pool.connect();
    expect((await client.query('SELECT FROM accounts')).rowCount).toBe(0);
    client.release();
  });

  it('refuses a row of another account', async () => {
    const insertion = service.serving.query({
      text: `INSERT INTO vehicles (account_id, vehicle_id, name, created_at) VALUES ($1, $2, 'Taken', now())`,
      values: [foreign, 'e'.repeat(24)],
      actsFor: [own],
    });
    await expect(insertion).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });
});

describe('a batch', () => {
  const SEEN = 'SELECT account_id FROM accounts';
  const ROLE = 'SELECT current_user AS role';

  it('alone bypasses row-level security: the next statement of the same transaction is behind it again', async () => {
    await service.serving.transaction(async (client) => {
      const countSeen = async (isBatch?: true) =>
        (await client.query({ text: SEEN, ...(isBatch && { isBatch }) })).rowCount;
      expect(await countSeen(true)).toBeGreaterThan(1);
      expect(await countSeen()).toBe(0);
      expect(await countSeen(true)).toBeGreaterThan(1);
    });
  });

  it('leaves its role with its transaction, even if it fails', async () => {
    const client = await service.serving.pool.connect();
    const isPooled = inject('pgBouncer') !== undefined;
    const scope = { roles: await findRoles(client), isInTransaction: false, isPooled };
    const roleNow = async () => (await client.query(ROLE)).rows[0].role;
    try {
      const { rows } = await queryScoped(client, { text: ROLE, isBatch: true }, scope);
      expect(rows).toEqual([{ role: batchesRole }]);
      expect(await roleNow()).toBe(inject('servingRole'));
      await expect(queryScoped(client, { text: 'SELECT 1 / 0', isBatch: true }, scope)).rejects.toThrow('division');
      expect(await roleNow()).toBe(inject('servingRole'));
      expect((await client.query(SEEN)).rowCount).toBe(0);
    } finally {
      client.release();
    }
  });
});

describe('the catalogue', () => {
  /** What belongs to the platform, and to no account. */
  const OF_NOBODY = ['backups', 'migrations', 'rate_windows', 'service_tiers'];

  it('has the policy on every table that an account owns, and no other policy', async () => {
    const { rows } = await service.database.query<{ name: string; policies: string[] | null; isOn: boolean }>({
      text: `SELECT c.relname AS name, c.relrowsecurity AS "isOn",
                    (SELECT json_agg(polname) FROM pg_policy p
                      WHERE p.polrelid = c.oid AND p.polcmd = '*' AND p.polpermissive) AS policies
               FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    });
    const [owned, ofNobody] = [true, false].map((is) => rows.filter(({ name }) => is === !OF_NOBODY.includes(name)));
    expect(owned).toEqual(owned?.map(({ name }) => ({ name, isOn: true, policies: ['of_accounts'] })));
    expect(owned?.map(({ name }) => name)).toEqual(await tablesOfAccounts(service.database));
    expect(ofNobody?.filter(({ isOn }) => isOn)).toEqual([]);
  });

  it('reads every view as the caller, except the one that accounts see of each other', async () => {
    const { rows } = await service.database.query({
      text: `SELECT relname AS name, reloptions AS options FROM pg_class
              WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    });
    expect(rows).toEqual([
      { name: 'parties', options: null },
      { name: 'trip_totals', options: ['security_invoker=true'] },
    ]);
  });

  it('lets nobody else run the functions that have the owner’s privileges, and binds their bodies to our tables', async () => {
    const { rows } = await service.database.query<{ name: string }>({
      text: `SELECT proname AS name FROM pg_proc
              WHERE prosecdef AND pronamespace = 'public'::regnamespace
                AND (prosqlbody IS NULL OR has_function_privilege('pg_database_owner', oid, 'EXECUTE'))`,
    });
    expect(rows).toEqual([]);
  });

  it('gets the policy for a table of ours that lacks it', async () => {
    const database = await createTestDatabase();
    await query(
      database.target,
      'DROP POLICY of_accounts ON vehicles; ALTER TABLE vehicles DISABLE ROW LEVEL SECURITY',
    );
    await query(database.target, 'ALTER VIEW trip_totals RESET (security_invoker)');
    await migrate(database.target);
    const rows = await query(
      database.target,
      `SELECT relname, relrowsecurity, reloptions, (SELECT polname FROM pg_policy WHERE polrelid = c.oid)
         FROM pg_class c WHERE relname IN ('vehicles', 'trip_totals') ORDER BY 1`,
    );
    await database.drop();
    expect(rows).toEqual([
      { relname: 'trip_totals', relrowsecurity: false, reloptions: ['security_invoker=true'], polname: null },
      { relname: 'vehicles', relrowsecurity: true, reloptions: null, polname: 'of_accounts' },
    ]);
  });
});
