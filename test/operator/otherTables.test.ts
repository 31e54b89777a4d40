import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConfiguredDatabase } from '../../src/database/open.ts';
import { createLogger } from '../../src/start/log.ts';
import { loadSettings } from '../../src/start/settings.ts';
import { backupDirectory, query } from '../support/backups.ts';
import { asAdmin, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const files = backupDirectory();
const suffix = randomBytes(4).toString('hex');
const [owner, serving] = [`owner_${suffix}`, `serving_${suffix}`];

/** What an operator may leave beside the service's own tables. */
const OBJECTS = `
  CREATE TABLE riders_before AS SELECT * FROM riders;
  CREATE TABLE notes (id serial PRIMARY KEY, text text);
  CREATE TABLE days (day date) PARTITION BY RANGE (day);
  CREATE TABLE days_of_2026 PARTITION OF days FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE VIEW report AS SELECT 1 AS x;
  CREATE VIEW riders_report AS SELECT account_id FROM riders;
  CREATE FUNCTION count_riders() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM riders';
  REVOKE ALL ON FUNCTION count_riders() FROM PUBLIC`;
const LEFT_OUT = 'trips: not in the backup, because the service did not make them: days, notes, riders_before\n';

describe.each([
  ['a superuser', 'postgres'],
  ['the owner of the tables', owner],
])('tables, views and functions that %s made beside those of the service', (_who, maker) => {
  let database: TestDatabase;
  const urlOf = (user: string) => database.url.replace('postgres@', `${user}@`);
  const as = (user: string) => operatorOn({ DATABASE_URL: urlOf(user) });
  const inDatabase = (text: string) => query(database.target, text);

  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: false });
    for (const role of [owner, serving]) await asAdmin(`CREATE ROLE ${role} LOGIN`);
    await asAdmin(`CREATE ROLE ${serving}_batches BYPASSRLS`);
    await asAdmin(`GRANT ${serving}_batches TO ${serving}`);
    await asAdmin(`ALTER DATABASE ${database.target.database} OWNER TO ${owner}`);
    await as(owner).json(`migrate --serving-role ${serving}`);
    const { accountId } = await as(serving).json('accounts create --name Garage --role DRIVER');
    await as(serving).json(`clients add --account ${accountId} --first-name A --last-name B --phone +33612345679`);
    await query({ ...database.target, user: maker }, OBJECTS);
  });
  afterAll(async () => {
    await database.drop();
    await asAdmin(`DROP ROLE ${owner}, ${serving}, ${serving}_batches`);
  });

  it('stop neither a start, nor a command, nor a migration', async () => {
    for (const user of [serving, owner]) {
      const settings = loadSettings({ DATABASE_URL: urlOf(user) });
      await (await openConfiguredDatabase(settings, 'service', createLogger('silent'))).close();
      expect(await as(user).json('accounts list')).toHaveLength(1);
      expect(await as(user).json('check')).toEqual({ counts: 'ok', references: 'ok', events: 'ok' });
    }
    expect(await as(owner).json(`migrate --serving-role ${serving}`)).toEqual({ applied: [], waiting: [] });
  });

  it('stay as they are, out of reach of the role that serves', async () => {
    const seen = await inDatabase(
      `SELECT relname AS name, relrowsecurity AS "isProtected", reloptions AS options,
              has_table_privilege('${serving}', oid, 'SELECT') AS "isGranted" FROM pg_class
        WHERE relname IN ('riders_before', 'report', 'riders_report') ORDER BY 1`,
    );
    const untouched = { isProtected: false, options: null, isGranted: false };
    expect(seen).toEqual(['report', 'riders_before', 'riders_report'].map((name) => ({ name, ...untouched })));
    expect(
      await inDatabase(`SELECT has_function_privilege('${serving}', 'count_riders()', 'EXECUTE') AS "isGranted"`),
    ).toEqual([{ isGranted: false }]);
  });

  it.each([
    ['the role that serves', serving],
    ['the owner', owner],
  ])('are not in a backup by %s, which says so, and a restore leaves them alone', async (_role, user) => {
    const file = join(files, `${maker}-${user}.trips`);
    const { code, stdout, stderr } = await as(user).run(['backup', file, '--json']);
    expect([code, stderr]).toEqual([0, LEFT_OUT]);
    const { tables } = JSON.parse(stdout);
    expect(tables).toMatchObject({ riders: 1 });
    expect(Object.keys(tables)).not.toContain('riders_before');
    expect((await as(owner).json(['restore', file])).tables).toEqual(tables);
    expect(await inDatabase('SELECT count(*)::int AS rows FROM riders_before')).toEqual([{ rows: 1 }]);
  });

  it('stop no backup either when a newer release has migrated the database', async () => {
    await inDatabase(`INSERT INTO migrations (name) VALUES ('9999_later.sql')`);
    await inDatabase(`SET ROLE ${owner}; CREATE TABLE later (n int); GRANT SELECT ON later TO ${serving}`);
    // The newer release may have made what the owner has and the role may read, but nothing of another role.
    if (maker !== owner) await inDatabase(`GRANT SELECT ON riders_before TO ${serving}`);
    const { code, stdout, stderr } = await as(serving).run(['backup', join(files, 'later.trips'), '--json']);
    await inDatabase(`DELETE FROM migrations WHERE name = '9999_later.sql'; DROP TABLE later`);
    expect([code, stderr]).toEqual([0, LEFT_OUT]);
    expect(JSON.parse(stdout).tables).toMatchObject({ later: 0 });
  });
});
