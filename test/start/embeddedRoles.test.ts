import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { openConfiguredDatabase } from '../../src/database/open.ts';
import { createLogger } from '../../src/start/log.ts';
import { loadSettings } from '../../src/start/settings.ts';
import { query } from '../support/backups.ts';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';

const silent = createLogger('silent');
const fresh = newDataDirectory();
const upgraded = newDataDirectory();
afterAll(async () => {
  await fresh.remove();
  await upgraded.remove();
});

const open = ({ env }: DataDirectory) => openConfiguredDatabase(loadSettings(env), 'operator', silent);

/** A directory as the previous release left it: everything is the superuser's, who needs no password. */
async function leaveAsPreviousRelease(directory: DataDirectory): Promise<void> {
  const opened = await open(directory);
  await opened.close();
  const server = await openEmbeddedServer({ dataDir: directory.path, kind: 'operator', log: silent });
  await query(
    server.connection,
    `
    DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT polrelid FROM pg_policy LOOP
        EXECUTE format('DROP POLICY of_accounts ON %s; ALTER TABLE %1$s DISABLE ROW LEVEL SECURITY', t);
      END LOOP;
    END $$;
    DROP OWNED BY trips_service, trips_service_batches;
    DROP ROLE trips_service, trips_service_batches;
    ALTER ROLE postgres PASSWORD NULL`,
  );
  await server.close();
  for (const file of ['passwords.json', 'pg_hba.conf']) rmSync(join(dirname(directory.cluster()), file));
}

async function expectTwoRoles(directory: DataDirectory): Promise<void> {
  const opened = await open(directory);
  try {
    const { rows } = await opened.database.query({ text: 'SELECT current_user AS role, session_user AS login' });
    expect(rows).toEqual([{ role: 'trips_service', login: 'trips_service' }]);
    const batch = await opened.database.query({ text: 'SELECT current_user AS role', isBatch: true });
    expect(batch.rows).toEqual([{ role: 'trips_service_batches' }]);
    await expect(opened.database.query({ text: 'TRUNCATE trips' })).rejects.toMatchObject({ code: '42501' });
    const owner = directory.owner();
    expect(
      await query(owner, `SELECT count(*)::int AS open FROM pg_class WHERE relname = 'trips' AND NOT relrowsecurity`),
    ).toEqual([{ open: 0 }]);
    for (const user of ['postgres', 'trips_service'])
      await expect(new pg.Client({ ...owner, user, password: 'guess' }).connect()).rejects.toMatchObject({
        code: '28P01',
      });
    for (const file of ['passwords.json', 'pg_hba.conf'])
      expect(statSync(join(dirname(directory.cluster()), file)).mode & 0o077).toBe(0);
  } finally {
    await opened.close();
  }
}

describe('the embedded database', () => {
  it('has two roles from its first start, and each needs its password', async () => {
    await expectTwoRoles(fresh);
  });

  it('of the previous release gets them with its first start', async () => {
    await leaveAsPreviousRelease(upgraded);
    await expectTwoRoles(upgraded);
    await expectTwoRoles(upgraded);
  });

  it('names the command that contracts without a URL, which it does not have', async () => {
    const opened = await open(fresh);
    await query(
      fresh.owner(),
      `INSERT INTO accounts (account_id, name, role, api_tier, vat_exempt, created_at)
       VALUES ('0123456789abcdef01234567', 'Old', 'DRIVER', 'STANDARD', false, now());
       DELETE FROM migrations WHERE name = '0043_contract_owners.sql'`,
    );
    await opened.close();
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    await (await openConfiguredDatabase(loadSettings(fresh.env), 'operator', log)).close();
    expect(lines.join('')).toContain('run: npm run -s trips -- migrate --contract"');
  });

  it('says what to do when the passwords are lost, and that works', async () => {
    const home = dirname(fresh.cluster());
    rmSync(join(home, 'passwords.json'));
    await expect(open(fresh)).rejects.toThrow(`delete ${join(home, 'pg_hba.conf')}`);
    rmSync(join(home, 'pg_hba.conf'));
    await expectTwoRoles(fresh);
  });
});
