import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../reliability/support/process.ts';
import { connectTo } from '../../src/database/connect.ts';
import { openConfiguredDatabase } from '../../src/database/open.ts';
import { createLogger } from '../../src/start/log.ts';
import { loadSettings } from '../../src/start/settings.ts';
import { backupDirectory, query } from '../support/backups.ts';
import { asAdmin, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';
import { databaseOf1_0 } from '../support/releases.ts';

/** Two URLs for one database: that of its owner, and that of a role that was created for serving. */
const role = `serving_${randomBytes(4).toString('hex')}`;
let database: TestDatabase;
const servingUrl = () => database.url.replace('postgres@', `${role}@`);
const owner = () => operatorOn({ DATABASE_URL: database.url });
const serving = () => operatorOn({ DATABASE_URL: servingUrl() });
const files = backupDirectory();
const silent = createLogger('silent');

beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
  await asAdmin(`CREATE ROLE ${role} LOGIN`);
});
afterAll(async () => {
  await database.drop();
  await asAdmin(`DROP ROLE IF EXISTS ${role}, ${role}_batches`);
});

/** What a service logs when it opens the database. */
async function openingLog(url: string, isRefused = false): Promise<string> {
  const sink = new PassThrough();
  let text = '';
  sink.on('data', (chunk) => {
    text += chunk;
  });
  const log = createLogger('info', sink);
  const opening = openConfiguredDatabase(loadSettings({ DATABASE_URL: url }), 'service', log);
  if (isRefused) await expect(opening).rejects.toThrow();
  else await (await opening).close();
  return text;
}

const REFUSED = `trips: only the role that owns the tables can migrate: use the owner's DATABASE_URL`;
const OWNS = /DATABASE_URL uses the role that owns the tables/;

describe('with a role that only serves', () => {
  it('migrate refuses a role that is not there before it migrates', async () => {
    expect(await owner().fault('migrate --serving-role nobody_there')).toContain(
      'there is no database role nobody_there',
    );
    expect(await query(database.target, `SELECT to_regclass('migrations') AS there`)).toEqual([{ there: null }]);
  });

  it('a start says what is missing: first the migrations, then the privileges', async () => {
    expect(await serving().fault('accounts list')).toMatch(
      new RegExp(`lacks \\d+ migrations .* run npm run -s trips -- migrate --serving-role ${role} with the owner`),
    );
    expect(await openingLog(servingUrl(), true)).toBe('');
    const { applied } = await owner().json('migrate');
    expect(applied).toContain('0001_accounts.sql');
    expect(await owner().json('migrate')).toEqual({ applied: [], waiting: [] });
    expect(await serving().fault('accounts list')).toMatch(
      new RegExp(`the role ${role} may not use \\w+: run npm run -s trips -- migrate --serving-role ${role}`),
    );
  });

  it('migrate says what it waits for', async () => {
    await query(database.target, 'DROP POLICY of_accounts ON vehicles');
    const other = await connectTo(database.target, { application_name: 'a long report' });
    await other.query('BEGIN; LOCK TABLE vehicles');
    const { child, printed, ended } = launch({
      script: 'operator/main.js',
      args: ['migrate'],
      env: { DATABASE_URL: database.url },
    });
    await expect
      .poll(() => printed.stderr, { timeout: 20_000 })
      .toMatch(/^trips: … a migration could not get its lock/);
    await other.end();
    expect([child.exitCode, await ended]).toEqual([null, 0]);
    expect(printed.stderr).toContain('a long report');
  });

  it('migrate gives it what serving needs, as often as it is asked, and takes the rest away', async () => {
    await query(database.target, `GRANT ALL ON trips, audit_log TO ${role}`);
    await owner().json(`migrate --serving-role ${role}`);
    await owner().json(`migrate --serving-role ${role}`);
    const privileges = await query(
      database.target,
      `SELECT table_name AS name, string_agg(privilege_type, ', ' ORDER BY privilege_type) AS privileges
         FROM information_schema.role_table_grants
        WHERE grantee = ANY ($1) AND table_name IN ('trips', 'audit_log', 'migrations') GROUP BY grantee, 1 ORDER BY grantee, 1`,
      [[role, `${role}_batches`]],
    );
    const wanted = [
      { name: 'audit_log', privileges: 'INSERT, SELECT' },
      { name: 'migrations', privileges: 'SELECT' },
      { name: 'trips', privileges: 'DELETE, INSERT, SELECT, UPDATE' },
    ];
    expect(privileges).toEqual([...wanted, ...wanted]);
  });

  it('migrate refuses a role for which row-level security would not hold', async () => {
    expect(await owner().fault('migrate --serving-role postgres')).toContain(
      'the database role postgres is a superuser',
    );
    expect(await owner().fault(`migrate --layout citus --serving-role ${role}`)).toContain(
      '--serving-role is not for a Citus cluster',
    );
  });

  it('only the owner migrates and grants, even if nothing is missing', async () => {
    for (const words of ['migrate', `migrate --serving-role ${role}`])
      expect(await serving().fault(words)).toBe(REFUSED);
  });

  it('the operator’s commands work', async () => {
    const { accountId } = await serving().json('accounts create --name Garage --role DRIVER');
    const { keyId } = await serving().json(`keys issue --account ${accountId}`);
    await serving().json(`keys revoke ${keyId}`);
    expect(await serving().json('accounts list')).toEqual([expect.objectContaining({ accountId })]);
    expect(await serving().json('check')).toEqual({ counts: 'ok', references: 'ok', events: 'ok' });
    expect(await serving().json('check --repair')).toMatchObject({ counts: 'ok', references: 'ok', events: 'ok' });
    const { tables } = await serving().json(['backup', join(files, 'serving.trips')]);
    expect(tables).toMatchObject({ accounts: 1, api_keys: 2 });
  });

  it('only the owner restores', async () => {
    const file = join(files, 'serving.trips');
    expect(await serving().fault(['restore', file])).toContain('only the role that owns the tables can restore');
    expect(existsSync(file)).toBe(true);
    const { tables } = await owner().json(['restore', file]);
    expect(tables).toMatchObject({ accounts: 1, api_keys: 2 });
  });

  it('says nothing about roles; with the owner’s URL, the log says in one line that it serves too', async () => {
    expect(await openingLog(servingUrl())).not.toMatch(OWNS);
    const lines = (await openingLog(database.url)).trim().split('\n');
    expect(lines.filter((line) => OWNS.test(line))).toHaveLength(1);
  });
});

describe('after an upgrade', () => {
  const WAITING = /once you will not roll back, run: (.*?)"/;
  const CONTRACT = 'npm run -s trips -- migrate --contract';
  const another = `serving_${randomBytes(4).toString('hex')}`;
  let upgraded: TestDatabase;
  const urls = () => ({ owner: upgraded.url, serving: upgraded.url.replace('postgres@', `${another}@`) });
  const as = (user: 'owner' | 'serving') => operatorOn({ DATABASE_URL: urls()[user] });
  const commandIn = (log: string) => WAITING.exec(log)?.[1];

  beforeAll(async () => {
    upgraded = await databaseOf1_0();
    await asAdmin(`CREATE ROLE ${another} LOGIN`);
    await query(
      upgraded.target,
      `INSERT INTO accounts (account_id, name, role, api_tier, vat_exempt, created_at)
       VALUES ('0123456789abcdef01234567', 'Old', 'DRIVER', 'STANDARD', false, now())`,
    );
    await as('owner').json(`migrate --serving-role ${another}`);
  });
  afterAll(async () => {
    await upgraded.drop();
    await asAdmin(`DROP ROLE IF EXISTS ${another}, ${another}_batches`);
  });

  it('the log and check name the command that contracts, with the owner’s URL if this is another', async () => {
    expect(commandIn(await openingLog(urls().owner))).toBe(CONTRACT);
    expect(commandIn(await openingLog(urls().serving))).toBe(`${CONTRACT} with the owner's DATABASE_URL`);
    expect(await as('owner').fault('check --repair')).toContain(`: run ${CONTRACT} first`);
    expect(await as('serving').fault('check --repair')).toContain(
      `: run ${CONTRACT} with the owner's DATABASE_URL first`,
    );
  });

  it('only the owner contracts', async () => {
    for (const options of ['', ' --contract', ` --serving-role ${another} --contract`])
      expect(await as('serving').fault(`migrate${options}`)).toBe(REFUSED);
    const { waiting } = await as('owner').json('migrate');
    expect(waiting).not.toEqual([]);
    // As compose.yaml does with one more option.
    const contracted = await as('owner').json(`migrate --serving-role ${another} --contract`);
    expect(contracted).toEqual({ applied: waiting, waiting: [] });
    expect(commandIn(await openingLog(urls().serving))).toBeUndefined();
  });
});

describe('with an owner who may not create roles', () => {
  const ordinary = `owner_${randomBytes(4).toString('hex')}`;
  const another = `serving_${randomBytes(4).toString('hex')}`;
  let owned: TestDatabase;
  const urlOf = (user: string) => owned.url.replace('postgres@', `${user}@`);
  const migrateAsOwner = () => operatorOn({ DATABASE_URL: urlOf(ordinary) }).run(`migrate --serving-role ${another}`);
  const roleOfBatches = async () => {
    const opened = await openConfiguredDatabase(loadSettings({ DATABASE_URL: urlOf(another) }), 'service', silent);
    const { rows } = await opened.database.query({ text: 'SELECT current_user AS role', isBatch: true });
    await opened.close();
    return rows[0]?.role;
  };

  beforeAll(async () => {
    owned = await createTestDatabase({ isMigrated: false });
    await asAdmin(`CREATE ROLE ${ordinary} LOGIN`);
    await asAdmin(`CREATE ROLE ${another} LOGIN`);
    await asAdmin(`ALTER DATABASE ${owned.target.database} OWNER TO ${ordinary}`);
  });
  afterAll(async () => {
    await owned.drop();
    await asAdmin(`DROP ROLE IF EXISTS ${ordinary}, ${another}, ${another}_batches`);
  });

  it('migrate refuses to let the owner serve, before it migrates', async () => {
    expect(await operatorOn({ DATABASE_URL: urlOf(ordinary) }).fault(`migrate --serving-role ${ordinary}`)).toContain(
      `the database role ${ordinary} owns the tables, or has the role that does`,
    );
    expect(await query(owned.target, `SELECT to_regclass('migrations') AS there`)).toEqual([{ there: null }]);
  });

  it('batches stay behind row-level security, and migrate says what a superuser has to run', async () => {
    const { code, stderr } = await migrateAsOwner();
    expect([code, stderr]).toEqual([0, expect.stringContaining('a role for batches: as a superuser, run ')]);
    expect(await roleOfBatches()).toBe(another);

    await asAdmin(/run (CREATE ROLE .*); then/.exec(stderr)?.[1] ?? '');
    expect(await roleOfBatches()).toBe(another); // until it has its privileges
    expect(await migrateAsOwner()).toMatchObject({ code: 0, stderr: '' });
    expect(await roleOfBatches()).toBe(`${another}_batches`);
  });

  it('a start says what the role for batches lacks', async () => {
    await query({ ...owned.target, user: ordinary }, `REVOKE INSERT ON riders FROM ${another}_batches`);
    expect(await operatorOn({ DATABASE_URL: urlOf(another) }).fault('accounts list')).toContain(
      `the role ${another}_batches may not use riders: run npm run -s trips -- migrate --serving-role ${another} with`,
    );
  });
});
